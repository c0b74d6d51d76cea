import { Checkbox, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getPushKey } from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { playChime } from '#web/kit/live/chime.ts'
import { isPreferenceOn, storePreference } from '#web/kit/live/preferences.ts'
import { useRole } from '#web/kit/page/role.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { type PushState, readPushState, switchPushOff, switchPushOn } from './browser.ts'

/** What each state means, and what to do if it cannot be changed here. */
const meaning: Record<PushState, string> = {
  insecure: 'This needs an address that starts with https://.',
  unsupported: 'This browser does not support notifications.',
  blocked:
    'Notifications are blocked in this browser. Allow them in its site settings, next to the address bar.',
  off: 'You get the browser notifications you chose while you are not looking at this page.',
  on: 'You get notifications here while you are not looking at this page, until you log out.',
}

/** The settings of this browser: push notifications and a sound. */
export function ThisBrowserSettings() {
  return (
    <SectionCard id="this-browser" title="This browser">
      <Notify />
      <Sound />
    </SectionCard>
  )
}

function Notify() {
  const { state, isBusy, hasFailed, change } = usePush(useRole())
  const canChange = state === 'on' || state === 'off'
  return (
    <div>
      <Checkbox
        label="Notify me in this browser"
        description={state && meaning[state]}
        checked={state === 'on'}
        disabled={!canChange || isBusy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {hasFailed && (
        <Text c="var(--mantine-color-error)" role="alert">
          The browser’s push service did not respond. Please try again later.
        </Text>
      )}
    </div>
  )
}

function Sound() {
  const [hasSound, setHasSound] = useState(() => isPreferenceOn('notice-sound'))

  function change(on: boolean) {
    setHasSound(on)
    storePreference('notice-sound', on)
    if (on) void playChime()
  }

  return (
    <Checkbox
      label="Sound"
      description="Plays a short sound when a notification arrives while this page is open."
      checked={hasSound}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}

/** The state of push notifications in this browser, undefined until known, and how to change it. */
function usePush(role: Role) {
  const { data: key } = useApiQuery(getPushKey[role], {}, { onlyLogged: true })
  const [state, setState] = useState<PushState>()
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const person = key?.person

  useEffect(() => {
    if (person === undefined) return
    let isOver = false
    const look = async () => {
      const now = await readPushState(person)
      if (!isOver) setState(now)
    }
    void look()
    const stop = onPermissionChange(look)
    return () => {
      isOver = true
      stop()
    }
  }, [person])

  async function change(on: boolean): Promise<void> {
    if (!key) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      await (on ? switchPushOn(role, key) : switchPushOff(role))
    } catch (error) {
      logFailure('notices in this browser were not switched', error)
      setHasFailed(true)
    }
    setState(await readPushState(key.person))
    setIsBusy(false)
  }

  return { state, isBusy, hasFailed, change }
}

/** Calls the listener when the permission changes in the browser. Returns how to stop. */
function onPermissionChange(listener: () => void): () => void {
  const listening = new AbortController()
  const watch = async () => {
    const permission = await navigator.permissions.query({ name: 'notifications' })
    permission.addEventListener('change', listener, { signal: listening.signal })
  }
  // Some browsers do not support this: the change shows on the next visit.
  watch().catch(() => {})
  return () => listening.abort()
}
