import type { FastifyInstance } from 'fastify'
import {
  addDomain,
  countDomainPeople,
  domainAddedMessage,
  domainSavedMessage,
  editDomain,
  listDomainNames,
  listDomains,
} from '#contract/domains/domains.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as domains from './actions.ts'

export function domainRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listDomains, ({ context, query }) => domains.listDomains(context, query))

  for (const list of Object.values(listDomainNames)) {
    serveList(app, context, list, ({ context, query }) => domains.listDomains(context, query))
  }

  serveRead(app, context, countDomainPeople, ({ context, query }) =>
    domains.countPeople(context, query.id),
  )

  serve(app, context, addDomain, async ({ context, body }) => ({
    message: domainAddedMessage,
    domain: await domains.addDomain(context, body),
  }))

  serve(app, context, editDomain, async ({ context, session, body }) => ({
    message: domainSavedMessage,
    domain: await domains.editDomain(context, body.value, session.name),
  }))
}
