import type { Role } from '#contract/roles.ts'
import { refreshNotifications } from '../api.ts'

/** Whether this browser runs a service worker here: it wants TLS, and the page as it was built. */
const hasWorker = () => 'serviceWorker' in navigator && !import.meta.env.DEV

/**
 * Registers what shows pushed notices, and a page of its own while the school cannot be reached.
 * Raises the browser's error where it does not let it.
 */
export async function registerWorker(): Promise<void> {
  if (!hasWorker()) return
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
}

/**
 * Tells the service worker, when it asks, that somebody looks at this page of a role, whose bell
 * says what it has. Answers how to stop that.
 */
export function answerServiceWorker(role: Role): () => void {
  if (!hasWorker()) return () => {}
  const listening = new AbortController()
  const { serviceWorker } = navigator
  const answer = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.role !== role || document.visibilityState !== 'visible') return
    port?.postMessage('seen here')
    void refreshNotifications()
  }
  serviceWorker.addEventListener('message', answer, { signal: listening.signal })
  serviceWorker.startMessages()
  return () => listening.abort()
}
