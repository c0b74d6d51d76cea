import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The first descriptor that a service manager passes on, after the three that every process has. */
const firstGiven = 3
const asksWithinMs = 500
const lookEveryMs = 10

/**
 * The descriptor of the listening socket that a service manager opened for this process, and keeps
 * while it starts anew, so that calls wait instead of failing (systemd's socket activation,
 * sd_listen_fds); undefined without one. Raises an Error if there are several.
 */
export function getInheritedSocket({
  LISTEN_PID,
  LISTEN_FDS,
}: NodeJS.ProcessEnv): number | undefined {
  // Where the variables were meant for another process, such as one that started this one.
  if (LISTEN_PID !== String(process.pid)) return undefined
  if (LISTEN_FDS !== '1') throw new Error(`one socket is expected, and ${LISTEN_FDS} were given`)
  return firstGiven
}

/**
 * Follows a server's connections; to be called before it listens. What it returns takes no further
 * ones, and waits until whoever has just connected asks, for half a second at most: the server's own
 * `close` would cut them off, as it does all who wait.
 */
export function makeStopListening(server: Server): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const isSilent = ({ bytesRead }: Socket) => bytesRead === 0
  return async () => {
    // That of HTTP cuts off idle connections, and takes those that are new for such.
    Server.prototype.close.call(server)
    const deadline = performance.now() + asksWithinMs
    while ([...open].some(isSilent) && performance.now() < deadline) await wait(lookEveryMs)
  }
}
