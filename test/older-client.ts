import { io } from 'socket.io-client'
import { onTestFinished } from 'vitest'

export type OlderClient = Awaited<ReturnType<typeof openOlderClient>>

/**
 * The socket of a client written for the original of this API: socket.io's defaults, which start
 * with long polling and upgrade to WebSocket. `transports` restricts it.
 */
export async function openOlderClient(url: string, token: string, transports?: string[]) {
  const socket = io(url, {
    ...(transports ? { transports } : {}),
    forceNew: true,
    reconnection: false,
    auth: { token },
    // Test proxies have self-signed certificates.
    rejectUnauthorized: false,
  })
  onTestFinished(() => {
    socket.disconnect()
  })
  const heard: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
  // The first transport is known before it is accepted, the upgrade a little later.
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
