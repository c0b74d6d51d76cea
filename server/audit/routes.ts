import type { FastifyInstance } from 'fastify'
import { listAuditLog } from '#contract/audit/audit.ts'
import { serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as auditLog from './actions.ts'

export function auditRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listAuditLog, ({ context, query }) =>
    auditLog.listAuditLog(context, query),
  )
}
