import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ErrorReply, SessionEndedReply } from '#contract/kit/refusal.ts'
import { type DocumentHandler, makeDocumentHandler } from '../ops/static-documents.ts'

const page = '/docs'
/** Replies that nearly every call can have: described once, and referenced. */
const sharedReplies = { ErrorReply, SessionEndedReply }
const schemas = Object.fromEntries(
  // Copied as JSON to drop Zod's internal properties.
  Object.entries(sharedReplies).map(([id, reply]) => [
    id,
    JSON.parse(JSON.stringify(z.toJSONSchema(reply))),
  ]),
)
for (const [id, reply] of Object.entries(sharedReplies)) z.globalRegistry.add(reply, { id })
const scopes =
  'The scope `read` allows all GET calls, `write` all calls; an admin’s token can have single abilities instead.'

const description = `Week-by-week training for coding schools: tasks, review slots and marks.

A program uses an API token. Create one in Weekward, under **Profile** (admins: **Account**), and send it with each call. Paths begin with your role, and those of students with none:

    curl --header "Authorization: Bearer $TOKEN" "https://weekward.school.org/admin/notices?limit=20"
    curl --header "Authorization: Bearer $TOKEN" "https://weekward.school.org/advisor/notices?limit=20"
    curl --header "Authorization: Bearer $TOKEN" "https://weekward.school.org/reviewer/notices?limit=20"
    curl --header "Authorization: Bearer $TOKEN" "https://weekward.school.org/notices?limit=20"

${scopes} A token does what its owner may, until it expires or is revoked. Calls without \`apiToken\` below need a session.`

/** What is sent to webhooks, as OpenAPI describes it, and the schemas that it refers to. */
type Events = { webhooks: Record<string, object>; schemas: typeof schemas }

/** The assets of the page. */
const namedInPage = /(?:href|src)="([^"]+)"/g

/**
 * Serves the OpenAPI description, made from the validating schemas, at /openapi.json, and its page
 * at /docs. Both are made at the first request and kept.
 */
export async function serveApiDescription(app: FastifyInstance, events: Events): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Weekward',
        description,
        version: '1',
      },
      components: {
        schemas: { ...schemas, ...events.schemas },
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description:
              'The bare token returned by a login call. `Bearer <token>` is accepted too.',
          },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'ww_ and 43 characters',
            description: `A token that people create under Account, or with \`POST /tokens\`. ${scopes}`,
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  const hidden = { schema: { hide: true }, compress: false } as const
  const json = memoize(() => JSON.stringify({ ...app.swagger(), webhooks: events.webhooks }))
  const type = 'application/json; charset=utf-8'
  const described = memoize(() => makeDocumentHandler({ type, content: Buffer.from(json()) }))
  app.get('/openapi.json', hidden, async (request, reply) => described()(request, reply))

  const documents = memoize(() => makePage(json()))
  for (const url of [page, `${page}/*`]) {
    app.get(url, hidden, async (request, reply) => {
      const [path = ''] = request.url.split('?')
      const answer = (await documents()).get(path)
      return answer ? answer(request, reply) : reply.callNotFound()
    })
  }
}

function memoize<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

/** Renders Swagger UI for a description; returns its documents by path. */
async function makePage(json: string): Promise<Map<string, DocumentHandler>> {
  const documents = new Map<string, DocumentHandler>()
  // A separate server, whose rendered replies are kept.
  const maker = Fastify()
  const document = JSON.parse(json)
  await maker.register(swagger, { mode: 'static', specification: { document } })
  // Swagger UI's own resolver takes two thirds of the time to show the page.
  const uiConfig = { plugins: [resolveReferences] }
  const icon = readFileSync(new URL('../../../public/icon.svg', import.meta.url))
  const type = 'image/svg+xml'
  await maker.register(swaggerUi, {
    routePrefix: page,
    uiConfig,
    logo: { type, content: icon, href: '/', target: '_self' },
    theme: {
      title: 'Weekward API',
      favicon: [
        { filename: 'icon.svg', rel: 'icon', sizes: 'any', type, content: icon.toString() },
      ],
    },
  })
  const make = async (path: string) => {
    const { statusCode, headers, rawPayload } = await maker.inject(path)
    if (statusCode !== 200) throw new Error(`${path} could not be made: ${statusCode}`)
    const type = String(headers['content-type'])
    documents.set(path, makeDocumentHandler({ type, content: rawPayload }))
    return rawPayload.toString()
  }
  for (const path of [page, `${page}/`]) {
    const html = await make(path)
    for (const [, named = ''] of html.matchAll(namedInPage)) {
      const { pathname } = new URL(named, `http://here${path}`)
      if (!documents.has(pathname)) await make(pathname)
    }
  }
  for (const format of ['json', 'yaml']) await make(`${page}/${format}`)
  await maker.close()
  return documents
}

/**
 * A Swagger UI plugin that replaces each `$ref` with its target. It is sent to the page as source
 * text, so it must not use anything outside itself.
 */
const resolveReferences = () => ({
  fn: {
    resolveSubtree: async (description: unknown, path: string[]) => {
      const at = (keys: string[]) =>
        keys.reduce<unknown>(
          (part, key) => Object.getOwnPropertyDescriptor(part, key)?.value,
          description,
        )
      const resolve = (part: unknown): unknown => {
        if (Array.isArray(part)) return part.map(resolve)
        if (typeof part !== 'object' || part === null) return part
        if ('$ref' in part) return resolve(at(String(part.$ref).split('/').slice(1)))
        return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value)]))
      }
      return { spec: resolve(at(path)), errors: [] }
    },
  },
})
