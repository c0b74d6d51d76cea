import {
  getCallRecord,
  getDraft,
  getIceServers,
  listCallChat,
  type ReviewDraft,
  saveDraft,
} from '#contract/calls.ts'
import type { AbleTo } from '#contract/roles.ts'
import { call } from '#web/kit/call.ts'
import { queryClient, useCall } from '#web/kit/query.ts'

/** The two sides of a call. */
export type Caller = AbleTo<'hold calls'>

/** The STUN and TURN servers as they are now: their credentials end, so nothing is kept. */
export async function askIceServers(role: Caller): Promise<RTCIceServer[]> {
  const { data } = await call(getIceServers[role])
  return data.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }))
}

/** The chat kept with a review, for a screen that has been reloaded. */
export function useKeptChat(role: Caller, review: string) {
  return useCall(listCallChat[role], { query: { id: review } })
}

/** Who was in a review's call and when, how it ended, and its chat. */
export function useCallRecord(role: AbleTo<'see call records'>, review: string) {
  return useCall(getCallRecord[role], { query: { id: review } })
}

/** What the reviewer had typed and not submitted. */
export function useDraft(review: string) {
  return useCall(getDraft, { query: { id: review } })
}

/**
 * Keeps what the reviewer types. The screen that is open has it already; the next one asks for it.
 * Raises CallFailed.
 */
export async function keepDraft(review: string, draft: ReviewDraft): Promise<void> {
  await call(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path], refetchType: 'none' })
}
