import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#contract/kit/refusal.ts'
import { getSchoolLogoPath } from '#contract/school/school.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { refreshSettings } from './actions.ts'

const Asked = z.object({ version: z.string().max(64) })

/** Serves the school's logo, cacheable for a year: a new logo has a new URL. */
export function serveLogo(app: FastifyInstance, context: Context): void {
  const schema = { hide: true, params: Asked }
  app.get(getSchoolLogoPath(':version'), { schema }, async (request, reply) => {
    const { version } = Asked.parse(request.params)
    // The URL may come from another process where the logo was just changed.
    if (version !== context.settings.schoolLogo?.version) await refreshSettings(context)
    const { schoolLogo } = context.settings
    if (version !== schoolLogo?.version) throw new Refused(notFound)
    const etag = `"${version}"`
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' })
    if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send()
    return reply.type(schoolLogo.type).send(schoolLogo.content)
  })
}
