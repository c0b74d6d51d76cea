import { AuditEntry, type listAuditLog as endpoint } from '#contract/audit.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, instantAt } from '#contract/kit/time/zone.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toSearchWords } from '#server/database/list/search.ts'
import type { Context } from '#server/kit/context.ts'
import { readAuditLog } from './queries.ts'
import { readReferences } from './references.ts'
import { toAuditAction } from './to-audit-action.ts'

/**
 * Returns a page of the audit log, newest first; dates are whole days in the school's time zone.
 */
export async function listAuditLog(
  { db, settings }: Context,
  { search, kind, from, to, ...asked }: EndpointQuery<typeof endpoint>,
): Promise<Page<AuditEntry>> {
  const midnight = (date: string) => instantAt(date, '00:00', settings.timeZone)
  const span = {
    from: from === undefined ? undefined : midnight(from),
    until: to === undefined ? undefined : midnight(addDays(to, 1)),
  }
  const wanted = { ...toSearchWords(search), kind, ...span }
  const page = mapPage(await readAuditLog(db, wanted, asked), toAuditEntry)
  const referencesOf = await readReferences(db, page.items)
  return mapPage(page, (line) => ({ ...line, mentions: referencesOf(line) }))
}

type Row = Awaited<ReturnType<typeof readAuditLog>>['items'][number]

function toAuditEntry(row: Row): Omit<AuditEntry, 'mentions'> {
  const { person_id, doer_name, doer_email, doer_role } = row
  const isKnown = person_id !== null && doer_name !== null && doer_email !== null
  const [before, after] = [parseColumns(row.before), parseColumns(row.after)]
  return {
    _id: row.id,
    at: toIsoInstant(row.at),
    who:
      isKnown && doer_role !== null
        ? { _id: person_id, name: doer_name, email: doer_email, role: doer_role }
        : null,
    call: row.call,
    about: { kind: row.kind, _id: row.subject_id, name: row.subject_name },
    deed: toAuditAction(row.kind, { call: row.call, before, after }),
    before,
    after,
    address: row.address,
    requestId: row.request_id,
  }
}

const Columns = AuditEntry.shape.after

function parseColumns(json: string | null) {
  return Columns.parse(json === null ? null : JSON.parse(json))
}
