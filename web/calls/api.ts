import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  getDraft,
  getIceServers,
  type ReviewDraft,
  saveDraft,
  sent,
  told,
} from '#contract/calls.ts'
import type { AbleTo } from '#contract/roles.ts'
import { call } from '#web/kit/call/call.ts'
import { queryClient } from '#web/kit/call/query.ts'
import { toastError, toastFailure } from '#web/kit/page/toast.ts'
import { paths } from '#web/paths.ts'

/** The connection's code, which the area fetches after its first paint: no screen waits for it. */
const lineCode = () => import('./socket.ts')

/** The two sides of a call. */
export type Caller = AbleTo<'hold calls'>
/** Who takes part, by which side they are. */
export type People = Record<Caller, { _id: string; name: string }>

/** The STUN and TURN servers as they are now: their credentials end, so nothing is kept. */
export async function askIceServers(role: Caller): Promise<RTCIceServer[]> {
  const { data } = await call(getIceServers[role])
  return data.iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }))
}

/**
 * Keeps what the reviewer types. The screen that is open has it already; the next one asks for it.
 * Raises CallFailed.
 */
export async function keepDraft(review: string, draft: ReviewDraft): Promise<void> {
  await call(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path], refetchType: 'none' })
}

/**
 * Comes into the room of a review and goes to the call screen on the server's echo (specification,
 * section 4); a refusal is told by a toast.
 */
export function useJoin(role: Caller) {
  const navigate = useNavigate()
  const [isJoining, setJoining] = useState(false)

  async function join(room: string, email: string | undefined) {
    setJoining(true)
    try {
      const { listen, send, untilConnected } = await lineCode()
      const stop = listen(role, told.join, (echo) => {
        if (echo.room === room) navigate(paths.call(role, room))
      })
      await untilConnected(role)
      const answer = await send(role, sent.join, { email, room, tellPresent: true })
      stop()
      if (!answer.ok) toastError(answer.message)
    } catch (error) {
      toastFailure(error)
    }
    setJoining(false)
  }

  return { join, isJoining }
}

/** Leaves a room. What was noted and written there is asked for anew by the screens that show it. */
export async function leaveRoom(role: Caller, room: string): Promise<void> {
  const { send } = await lineCode()
  await send(role, sent.leave, { room })
  await queryClient.invalidateQueries()
}
