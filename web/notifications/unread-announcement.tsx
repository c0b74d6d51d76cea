import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { dayMs } from '#contract/kit/time/durations.ts'
import { waitingCountMax } from '#contract/limits/limits.ts'
import { countUnreadNotifications } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import { SessionEndedError } from '#web/kit/api/call-api.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import {
  idleBeforeBackgroundMs,
  loadWhenIdle,
  loadWithRetry,
} from '#web/kit/lazy/load-in-background.ts'
import { playChime } from '#web/kit/live/chime.ts'
import { isPreferenceOn } from '#web/kit/live/preferences.ts'
import styles from './bell.module.css'
import { formatUnread } from './format.ts'
import { answerServiceWorker, markOpenedPush, registerWorker } from './push/register-worker.ts'
import { getPushPerson } from './push/stored-push-person.ts'

type Props = {
  role: Role
  /** The id for the bell's description. */
  id: string
}

/** The unread count for screen readers, which announce an increase. */
export function UnreadAnnouncement({ role, id }: Props) {
  const { data } = useApiQuery(countUnreadNotifications[role], {}, { onlyLogged: true })
  const unread = data?.unread ?? 0
  const said = useNews(data?.unread)
  useBrowser(role)
  return (
    <>
      {unread > 0 && (
        <span className={styles.unread} aria-hidden>
          {unread < waitingCountMax ? unread : `${waitingCountMax - 1}+`}
        </span>
      )}
      <VisuallyHidden id={id} aria-hidden>
        {unread > 0 && formatUnread(unread)}
      </VisuallyHidden>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/**
 * Plays the chime, if it is on, for notifications that arrive while the page is open, and returns
 * their announcement.
 */
function useNews(unread: number | undefined): string {
  const before = useRef(unread)
  const [said, say] = useState('')
  useEffect(() => {
    if (unread === undefined || unread === before.current) return
    const hasCome = before.current !== undefined && unread > before.current
    before.current = unread
    say(hasCome ? formatUnread(unread) : '')
    if (hasCome && isPreferenceOn('notice-sound')) void playChime()
  }, [unread])
  return said
}

/** Keeps the browser's push notifications working while somebody is signed in. */
function useBrowser(role: Role): void {
  useEffect(() => {
    // Some browsers do not allow it: then there are none.
    const register = () => void registerWorker().catch(() => {})
    const stop = loadWhenIdle(async () => {}, register, { idleMs: idleBeforeBackgroundMs })
    let renewedAt = 0
    const renew = () => {
      if (document.visibilityState === 'hidden' || Date.now() < renewedAt + dayMs) return
      if (getPushPerson() === null) return
      renewedAt = Date.now()
      loadWithRetry(() => import('./push/browser.ts'))
        .then(({ renewPushSubscription }) => renewPushSubscription(role))
        .catch((error: unknown) => {
          renewedAt = 0
          // An ended session is no failure: the login appears.
          if (!(error instanceof SessionEndedError))
            logFailure('this browser is not notified', error)
        })
    }
    renew()
    markOpenedPush(role)
    // For a page that stays open.
    document.addEventListener('visibilitychange', renew)
    const stopAnswering = answerServiceWorker(role)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', renew)
      stopAnswering()
    }
  }, [role])
}
