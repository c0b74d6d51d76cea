import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import {
  AdvisorRow,
  AuditRow,
  exportAdvisors,
  exportAuditLog,
  exportFormats,
  exportHours,
  exportReviewers,
  exportReviews,
  exportStudents,
  getExportName,
  ReviewerRow,
  ReviewRow,
  StudentRow,
} from '#contract/exports.ts'
import { HoursRow } from '#contract/hours.ts'
import type { Endpoint, EndpointQuery, PageRequest } from '#contract/kit/endpoint.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { ListedPerson, listPeople } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { listAuditLog } from '#server/audit/actions.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { readHoursPage } from '#server/hours/actions.ts'
import type { CallContext } from '#server/kit/call/route.ts'
import { serveFile } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { listAllReviews } from '#server/reviews/actions.ts'
import { generateFile, readPages } from './file.ts'
import { toAdvisorRow, toAuditRow, toReviewerRow, toReviewRow, toStudentRow } from './rows.ts'

/** The lists of other rooms that are exported. */
export type ExportedLists = {
  listPeople: (
    context: Context,
    role: ProfileRole,
    query: EndpointQuery<(typeof listPeople)[ProfileRole]>,
  ) => Promise<Page<ListedPerson>>
}

export function exportRoutes(
  app: FastifyInstance,
  context: Context,
  { listPeople }: ExportedLists,
): void {
  serveExport(app, context, exportStudents, StudentRow, async ({ context, query }, asked) =>
    mapPage(await listPeople(context, 'student', { ...query, ...asked }), toStudentRow),
  )
  serveExport(app, context, exportAdvisors, AdvisorRow, async ({ context, query }, asked) =>
    mapPage(await listPeople(context, 'advisor', { ...query, ...asked }), toAdvisorRow),
  )
  serveExport(app, context, exportReviewers, ReviewerRow, async ({ context, query }, asked) =>
    mapPage(await listPeople(context, 'reviewer', { ...query, ...asked }), toReviewerRow),
  )
  serveExport(app, context, exportAuditLog, AuditRow, async ({ context, query }, asked) =>
    mapPage(await listAuditLog(context, { ...query, ...asked }), toAuditRow),
  )
  serveExport(app, context, exportReviews, ReviewRow, async ({ context, query }, asked) =>
    mapPage(await listAllReviews(context, { ...query, ...asked }), toReviewRow),
  )
  serveExport(app, context, exportHours, HoursRow, ({ context, query }, asked) =>
    readHoursPage(context, query, asked),
  )
}

const contentTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Binds an export in each format; `readPage` reads a page of its rows. */
function serveExport<E extends Endpoint, Row extends z.ZodObject>(
  app: FastifyInstance,
  context: Context,
  endpoints: Record<(typeof exportFormats)[number], E>,
  row: Row,
  readPage: (call: CallContext<E>, asked: PageRequest) => Promise<Page<z.output<Row>>>,
): void {
  for (const format of exportFormats) {
    const endpoint = endpoints[format]
    serveFile(app, context, endpoint, (call) => ({
      name: getExportName(endpoint, getDateInZone(context.clock(), context.settings.timeZone)),
      type: contentTypes[format],
      content: generateFile(
        format,
        readPages((asked) => readPage(call, asked)),
        Object.keys(row.shape),
      ),
    }))
  }
}
