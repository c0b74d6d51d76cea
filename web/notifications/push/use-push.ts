import { useEffect, useState } from 'react'
import { getPushKey } from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { type PushState, readPushState, switchPushOff, switchPushOn } from './browser.ts'

/** The state of push notifications in this browser, undefined until known, and how to change it. */
export function usePush(role: Role) {
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
