import { openedNoticeParam } from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { markRead, refreshNotifications } from '../api.ts'

/** Whether this browser runs the service worker: that needs TLS and a built page. */
const hasWorker = () => 'serviceWorker' in navigator && !import.meta.env.DEV

/**
 * Registers the service worker, for push notifications and the offline page. Raises the browser's
 * error if it is not allowed.
 */
export async function registerWorker(): Promise<void> {
  if (!hasWorker()) return
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
}

/**
 * If a push opened this page, marks its notification as read and takes its id out of the address.
 */
export function markOpenedPush(role: Role): void {
  const address = new URL(location.href)
  const id = address.searchParams.get(openedNoticeParam)
  if (id === null) return
  address.searchParams.delete(openedNoticeParam)
  // Not by the router, whose navigation would end one that the reader has begun.
  history.replaceState(history.state, '', address)
  markOpened(role, id)
}

/** Marks as read the notification whose push opened or focused this page. */
function markOpened(role: Role, id: string): void {
  markRead(role, [id]).catch((error) => logFailure('a notice was not marked as read', error))
}

/**
 * Answers the service worker's question whether a page of a role is visible, whose bell shows what
 * is new, and marks as read the notifications whose pushes focus this page. Returns how to stop.
 */
export function answerServiceWorker(role: Role): () => void {
  if (!hasWorker()) return () => {}
  const listening = new AbortController()
  const { serviceWorker } = navigator
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.opened) return markOpened(role, data.opened)
    if (data?.role !== role || document.visibilityState !== 'visible') return
    port?.postMessage('seen here')
    void refreshNotifications()
  }
  serviceWorker.addEventListener('message', answer, { signal: listening.signal })
  serviceWorker.startMessages()
  return () => listening.abort()
}
