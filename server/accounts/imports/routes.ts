import type { FastifyInstance } from 'fastify'
import { importPeople } from '#contract/people/import-people.ts'
import { servePrepared } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as imports from './actions.ts'

export function importRoutes(app: FastifyInstance, context: Context): void {
  servePrepared(
    app,
    context,
    importPeople,
    ({ body }) => imports.readFile(body.value),
    ({ context, session, body }, file) =>
      imports.importPeople(context, session.personId, body.value, file),
  )
}
