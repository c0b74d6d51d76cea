import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Calls that a person may open in the browser's address bar, or from a mail, and that are no screens. */
const notScreens = [
  ...['/docs', '/openapi.json', '/healthz', '/readyz', '/in-rotation', '/assets/', '/unsubscribe/'],
  ...['/calendar/', '/manual/'],
]

/**
 * Whether a request is a browser going to a screen, not a call of the API: some screens and calls
 * share a path (contract, section 1).
 */
export function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined) return false
  if (notScreens.some((path) => url.startsWith(path))) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return prefersHtml(String(headers.accept ?? ''))
}

function prefersHtml(accept: string): boolean {
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim())
  const html = types.indexOf('text/html')
  const json = types.indexOf('application/json')
  return html >= 0 && (json < 0 || html < json)
}

/** Serves the built page: its files under /assets for a year, and itself for every navigation. */
export function servePage(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      const hashed = path.includes(`${join(folder, 'assets')}/`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Sec-Fetch-Mode, Accept, Authorization')
    if (isNavigation(request.raw)) void reply.sendFile('index.html')
    else done()
  })
}

/** Whether the page has been built. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}
