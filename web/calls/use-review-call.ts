import { useEffect, useState } from 'react'
import type { CallRole } from './api.ts'
import { type Call, openCall } from './call.ts'
import { loadStoredCall } from './call-storage.ts'
import { type Media, openMedia } from './devices/media.ts'
import { useConnectionState } from './socket.ts'

/** The call of a room and the local media, for as long as the screen is open. */
export function useReviewCall(role: CallRole, room: string, email: string | undefined) {
  const line = useConnectionState(role)
  const [held, setHeld] = useState<{ call: Call; media: Media }>()

  useEffect(() => {
    const { sharing } = loadStoredCall(room)
    const media = openMedia()
    const call = openCall({ role, room, email, media })
    setHeld({ call, media })
    // Restores everything after a reload.
    if (sharing) void media.share()
    // Without it, the other person would see the call for many seconds more.
    window.addEventListener('pagehide', call.disconnect)
    return () => {
      window.removeEventListener('pagehide', call.disconnect)
      call.close()
      media.stop()
    }
  }, [role, room, email])

  useEffect(() => {
    // A new socket is in no room, so join again.
    if (line === 'on') void held?.call.join()
  }, [line, held])

  return { held, line }
}
