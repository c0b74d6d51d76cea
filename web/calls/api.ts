import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { toastError, toastFailure } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'

/** The socket's code, loaded after the first paint: no screen waits for it. */
const loadSocket = () => import('./socket.ts')

/** The two sides of a call. */
export type CallRole = RoleAbleTo<'hold calls'>
/** The two people in the call. */
export type Participants = Record<CallRole, { _id: string; name: string }>

/**
 * Joins the room of a review and opens the call screen once the server confirms (specification,
 * section 4); shows a toast if it refuses.
 */
export function useJoinAndOpenCall(role: CallRole) {
  const navigate = useNavigate()
  const [isJoining, setJoining] = useState(false)

  async function join(room: string, email: string | undefined) {
    setJoining(true)
    try {
      const { listen, send, waitUntilConnected } = await loadSocket()
      const stop = listen(role, callServerEvents.join, (echo) => {
        if (echo.room === room) navigate(paths.call(role, room))
      })
      await waitUntilConnected(role)
      const answer = await send(role, callClientEvents.join, { email, room, tellPresent: true })
      stop()
      if (!answer.ok) toastError(answer.message)
    } catch (error) {
      toastFailure(error)
    }
    setJoining(false)
  }

  return { join, isJoining }
}

/** Leaves a room and invalidates the record and chat that were written in it. */
export async function leaveRoom(role: CallRole, room: string): Promise<void> {
  const { send } = await loadSocket()
  await send(role, callClientEvents.leave, { room })
  await queryClient.invalidateQueries()
}
