import type { FastifyInstance } from 'fastify'
import { schoolLogoPath } from '#contract/school.ts'
import type { Context } from '#server/kit/context.ts'

/** Answers with the school's logo, for a year: another picture has another address. */
export function answerLogo(app: FastifyInstance, { settings: { schoolLogo } }: Context): void {
  if (!schoolLogo) return
  const { type, content, version } = schoolLogo
  const etag = `"${version}"`
  app.get(schoolLogoPath(version), { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply.type(type).send(content)
  })
}
