import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLoopbackServer } from '../processes/loopback-server.ts'

/** How the server answers, which a test changes while it runs. */
type Answering = {
  status: number
  headers: Record<string, string>
  body: string
  /** Answers by itself instead. */
  answer?: ((response: ServerResponse, request: IncomingMessage) => void) | undefined
}

/** A server of a calendar on loopback, which remembers what it was asked. */
export async function startCalendarServer() {
  const asked: { path: string; etag: string | undefined }[] = []
  const answering: Answering = { status: 200, headers: {}, body: '' }
  const { origin, stop } = await startLoopbackServer((request, response) => {
    asked.push({ path: request.url ?? '', etag: request.headers['if-none-match'] })
    if (answering.answer) return answering.answer(response, request)
    response.writeHead(answering.status, { 'content-type': 'text/calendar', ...answering.headers })
    response.end(answering.body)
  })
  return {
    origin,
    url: `${origin}/private-token-7f3a/basic.ics`,
    asked,
    answering,
    stop,
  }
}
