import type { FastifyInstance } from 'fastify'
import {
  describeUndoneImport,
  importPeople,
  listImports,
  undoImport,
} from '#contract/people/import-people.ts'
import { serveRead, serveWithPreparation } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as imports from './actions.ts'

export function importRoutes(app: FastifyInstance, context: Context): void {
  serveWithPreparation(
    app,
    context,
    importPeople,
    ({ context, body }) => imports.prepareImport(context, body.value),
    ({ context, session, body }, file) =>
      imports.importPeople(context, session.personId, body.value, file),
    ({ invitations }) => imports.isLongImport(invitations.size),
  )

  serveRead(app, context, listImports, async ({ context, query }) => ({
    imports: await imports.listImports(context, query.role),
  }))

  serveWithPreparation(
    app,
    context,
    undoImport,
    ({ context, body }) => imports.findImport(context, body.value._id),
    async ({ context }, { id }) => {
      const undone = await imports.undoImport(context, id)
      return { message: describeUndoneImport(undone), ...undone }
    },
    ({ left }) => imports.isLongImport(left),
  )
}
