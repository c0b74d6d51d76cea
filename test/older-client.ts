import { io } from 'socket.io-client'
import { onTestFinished } from 'vitest'

export type OlderClient = Awaited<ReturnType<typeof openOlderClient>>

/**
 * The socket of a client that was written for the original of this API: socket.io's defaults, so
 * that it begins with long polling and goes on by WebSocket. `transports` leaves it with some alone.
 */
export async function openOlderClient(url: string, token: string, transports?: string[]) {
  const socket = io(url, {
    ...(transports ? { transports } : {}),
    ...{ forceNew: true, reconnection: false, auth: { token } },
    // A proxy of the tests has a certificate of its own making.
    rejectUnauthorized: false,
  })
  onTestFinished(() => {
    socket.disconnect()
  })
  const heard: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
  // How it began is known before it is let in, and what it is upgraded to a little after.
  let began: string | undefined
  socket.io.on('open', () => {
    began = socket.io.engine.transport.name
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return {
    socket,
    id: socket.id ?? '',
    heard,
    began: () => began,
    transport: () => socket.io.engine.transport.name,
  }
}
