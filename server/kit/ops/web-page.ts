import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isScreenPath } from '#contract/kit/screen-patterns.ts'

/** Paths that people may open in a browser and that are not screens. */
const notScreens = [
  ...['/docs', '/openapi.json', '/healthz', '/readyz', '/in-rotation', '/assets/', '/unsubscribe/'],
  ...['/calendar/', '/oidc/', '/.well-known/', '/favicon.ico'],
]

/**
 * Whether a request is a browser's navigation to a screen rather than an API call: some screens and
 * calls share a path (contract, section 1).
 */
export function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.authorization !== undefined) return false
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

/**
 * Serves the built web page: files under /assets, cached for a year, and the page itself at each
 * screen's path, if no call has that path or a browser navigates to it. Other navigations get the
 * page with a 404.
 */
export function serveWebPage(app: FastifyInstance, folder: string): void {
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
    const isOfPage = isScreenPath(getPath(request))
    if (isNavigation(request.raw)) void reply.code(isOfPage ? 200 : 404).sendFile('index.html')
    else if (isOfPage && request.method === 'GET' && !isCall(request)) {
      void reply.sendFile('index.html')
    } else done()
  })
}

function getPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? url
}

/** Whether a request matched a call rather than the static files, which match all other paths. */
function isCall({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && url !== '/*'
}

/** Whether the page has been built. */
export function isWebPageBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}
