import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callEvents, sent } from '#contract/calls.ts'
import type { AbleTo } from '#contract/roles.ts'
import { queryClient } from '#web/kit/call/query.ts'
import { toastError, toastFailure } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'

/** The connection's code, which the area fetches after its first paint: no screen waits for it. */
const loadSocket = () => import('./socket.ts')

/** The two sides of a call. */
export type CallRole = AbleTo<'hold calls'>
/** Who takes part, by which side they are. */
export type Participants = Record<CallRole, { _id: string; name: string }>

/**
 * Comes into the room of a review and goes to the call screen on the server's echo (specification,
 * section 4); a refusal is told by a toast.
 */
export function useJoinCall(role: CallRole) {
  const navigate = useNavigate()
  const [isJoining, setJoining] = useState(false)

  async function join(room: string, email: string | undefined) {
    setJoining(true)
    try {
      const { listen, send, waitUntilConnected } = await loadSocket()
      const stop = listen(role, callEvents.join, (echo) => {
        if (echo.room === room) navigate(paths.call(role, room))
      })
      await waitUntilConnected(role)
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
export async function leaveRoom(role: CallRole, room: string): Promise<void> {
  const { send } = await loadSocket()
  await send(role, sent.leave, { room })
  await queryClient.invalidateQueries()
}
