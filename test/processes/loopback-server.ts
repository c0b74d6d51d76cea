import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts an HTTP server on a free port of loopback. */
export async function startLoopbackServer(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address with a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Also ends the connections that are open. */
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
