import type { ChangeTopic } from '#contract/kit/socket-event.ts'

/** Whose sockets to cut: one session's, or a person's except those of one session. */
export type DisconnectTarget =
  | { tokenHash: string }
  | { personId: string; exceptTokenHash?: string }

/**
 * Notifies open pages on all processes. Nothing waits for it or fails with it: a page that is not
 * reached notices with its next call.
 */
export type Live = {
  /** Cuts the sockets of sessions that have ended (contract, section 2). */
  end: (whom: DisconnectTarget) => void
  /**
   * Notifies the pages of these people (by id; null and undefined are skipped) to fetch again.
   * Admins need not be listed: each audit entry notifies them, throttled (`adminNotifyIntervalMs`).
   */
  changed: (what: ChangeTopic, whom: (string | null | undefined)[] | 'admins') => void
}

/** For seeds and apps without sockets. */
export const noLive: Live = { end() {}, changed() {} }
