import type { FastifyInstance } from 'fastify'
import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import type { Context } from '../context.ts'

const validDays = 180
const hidden = { schema: { hide: true } }

/**
 * Serves the paths that browsers, password managers and security researchers try on any site: the
 * icon, the change of password, and security.txt (RFC 9116).
 */
export function serveWellKnown(app: FastifyInstance, { settings, clock }: Context): void {
  app.get('/favicon.ico', hidden, async (_request, reply) => reply.redirect('/icon-192.png'))
  app.get('/.well-known/change-password', hidden, async (_request, reply) =>
    reply.redirect(linkedPagePaths.account('student')),
  )
  app.get('/.well-known/security.txt', hidden, async (_request, reply) => {
    const { securityContact, appUrl } = settings
    if (!securityContact) return reply.callNotFound()
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
