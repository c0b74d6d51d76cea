import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'

/**
 * The lower bound of signalling: socket.io alone, without authentication. The two people in a room
 * are announced to each other, and offers are relayed.
 */
const server = createServer()
// Heartbeats as in Weekward, so that both send the same number.
const io = new Server(server, {
  transports: ['websocket'],
  pingInterval: 5_000,
  pingTimeout: 10_000,
})
const firstIn = new Map<string, string>()
type Done = (answer: { ok: true }) => void

io.on('connection', (socket) => {
  socket.on(callClientEvents.join.name, ({ room }: { room: string }, done: Done) => {
    const other = firstIn.get(room)
    if (other) {
      io.to(other).emit(callServerEvents.joined.name, { email: '', id: socket.id })
      socket.emit(callServerEvents.joined.name, { email: '', id: other })
    } else {
      firstIn.set(room, socket.id)
    }
    done({ ok: true })
  })
  socket.on(
    callClientEvents.call.name,
    ({ to, offer }: { to: string; offer: unknown }, done: Done) => {
      io.to(to).emit(callServerEvents.call.name, { from: socket.id, offer })
      done({ ok: true })
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  process.stdout.write(`ready on http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}\n`)
})
process.once('SIGTERM', () => process.exit(0))
