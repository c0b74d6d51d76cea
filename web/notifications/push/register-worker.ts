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

/** Marks the notification as read whose push opened or focused this page. */
export function markOpenedAsRead(role: Role, id: string): void {
  markRead(role, [id]).catch((error) => logFailure('a notice was not marked as read', error))
}

/**
 * Answers the service worker's question whether a page of a role is visible, whose bell shows what
 * is new, and marks notifications as read whose pushes focus this page. Returns how to stop.
 */
export function answerServiceWorker(role: Role): () => void {
  if (!hasWorker()) return () => {}
  const listening = new AbortController()
  const { serviceWorker } = navigator
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.opened) return markOpenedAsRead(role, data.opened)
    if (data?.role !== role || document.visibilityState !== 'visible') return
    port?.postMessage('seen here')
    void refreshNotifications()
  }
  serviceWorker.addEventListener('message', answer, { signal: listening.signal })
  serviceWorker.startMessages()
  return () => listening.abort()
}
