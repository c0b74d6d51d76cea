import type { Changed } from '#contract/kit/socket.ts'

/** Whose open pages lose their connection: one session's, or a person's but for one session. */
export type SessionTarget = { tokenHash: string } | { personId: string; exceptTokenHash?: string }

/**
 * Reaches the pages that are open, on whichever process. Nothing waits for it and nothing fails
 * with it: a page that is not reached finds out with its next call.
 */
export type Live = {
  /** Cuts the sockets of sessions that have ended (contract, section 2). */
  end: (whom: SessionTarget) => void
  /**
   * Tells the pages of the people concerned (by id; gaps are left out) to ask again. Admins need
   * not be named: whatever leaves an entry in the audit log is told to them, now and then
   * (`adminsNotifiedEveryMs`).
   */
  changed: (what: Changed, whom: (string | null | undefined)[] | 'admins') => void
}

/** Where no page is open: seeds, and apps that serve no sockets. */
export const noLive: Live = { end() {}, changed() {} }
