import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { playChime } from '#web/kit/live/chime.ts'
import { isPreferenceOn } from '#web/kit/live/preferences.ts'
import { storePreference } from '#web/kit/live/store-preference.ts'
import { useRole } from '#web/kit/page/role.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import type { PushState } from './browser.ts'
import { usePush } from './use-push.ts'

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
export function ThisBrowser() {
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
