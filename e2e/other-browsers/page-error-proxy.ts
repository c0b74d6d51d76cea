import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const watchPath = '/what-the-page-complains-of'

/** A proxy before the school that collects the errors of its pages. */
export type PageErrorProxy = { url: string; complaints: string[]; end: () => Promise<void> }

/**
 * Forwards everything to a school, and adds a script to each page, because WebKit's driver does not
 * report page errors.
 */
export async function startPageErrorProxy(schoolUrl: string): Promise<PageErrorProxy> {
  const complaints: string[] = []
  const server = createServer(async (asked, reply) => {
    if (asked.url !== watchPath) return pass(schoolUrl, asked, reply)
    if (asked.method === 'POST') complaints.push(await text(asked))
    else reply.setHeader('content-type', 'text/javascript').write(`(${watch})('${watchPath}')`)
    reply.end()
  })
  // Forwards the WebSocket upgrade unchanged, then all data.
  server.on('upgrade', ({ method, url, rawHeaders }, line, head) => {
    const school = connect(Number(new URL(schoolUrl).port), '127.0.0.1')
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`],
    )
    school.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
    school.write(head)
    line.pipe(school).pipe(line)
    for (const [one, other] of [[line, school] as const, [school, line] as const]) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    complaints,
    async end() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function pass(schoolUrl: string, asked: IncomingMessage, reply: ServerResponse): void {
  const { 'accept-encoding': encoding, 'if-none-match': known, ...headers } = asked.headers
  const isDocument = headers.accept?.includes('text/html')
  const onward = request(schoolUrl + asked.url, {
    method: asked.method,
    agent: false,
    headers: isDocument ? headers : asked.headers,
  })
  onward.on('response', async (answered) => {
    if (!isDocument) {
      reply.writeHead(answered.statusCode ?? 502, answered.headers)
      return answered.pipe(reply)
    }
    const { 'content-length': length, ...others } = answered.headers
    reply.writeHead(answered.statusCode ?? 502, others)
    reply.end((await text(answered)).replace('<head>', `$&<script src="${watchPath}"></script>`))
  })
  // If the school does not reply, the proxy does not either.
  onward.on('error', () => reply.destroy())
  asked.pipe(onward)
}

/** Runs in the page: reports each error to the proxy. */
function watch(path: string): void {
  const respond = (what: string) => {
    const call = new XMLHttpRequest()
    call.open('POST', path, false)
    call.send(what)
  }
  window.addEventListener('error', ({ message }) => respond(`script error: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => respond(`script error: ${reason}`))
  document.addEventListener('securitypolicyviolation', (broken) =>
    respond(`policy: ${broken.violatedDirective} ${broken.blockedURI}`),
  )
  const { console } = window
  const say = console.error
  console.error = (...words) => {
    say(...words)
    respond(`console: ${words.join(' ')}`)
  }
}
