import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The first passed file descriptor, after stdin, stdout and stderr. */
const firstGiven = 3
const asksWithinMs = 500
const lookEveryMs = 10

/**
 * Returns the file descriptor of the listening socket from systemd's socket activation
 * (sd_listen_fds), which keeps connections waiting during a restart; undefined without one. Throws
 * an Error if there are several.
 */
export function getInheritedSocket({
  LISTEN_PID,
  LISTEN_FDS,
}: NodeJS.ProcessEnv): number | undefined {
  // The variables may be meant for another process, such as our parent.
  if (LISTEN_PID !== String(process.pid)) return undefined
  if (LISTEN_FDS !== '1') throw new Error(`one socket is expected, and ${LISTEN_FDS} were given`)
  return firstGiven
}

/**
 * Tracks a server's connections; call it before it listens. Returns a function that stops accepting
 * connections, and waits up to half a second for new ones to send their request: the server's own
 * `close` would cut them.
 */
export function makeStopListening(server: Server): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const isSilent = ({ bytesRead }: Socket) => bytesRead === 0
  return async () => {
    // `close` of http.Server ends idle connections, among them new ones.
    Server.prototype.close.call(server)
    const deadline = performance.now() + asksWithinMs
    while ([...open].some(isSilent) && performance.now() < deadline) await wait(lookEveryMs)
  }
}
