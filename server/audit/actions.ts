import { AuditEntry, type listAuditLog as endpoint } from '#contract/audit/audit.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, startOfDay } from '#contract/kit/time/zone.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toSearchWords } from '#server/database/list/search.ts'
import type { Context } from '#server/kit/context.ts'
import { readAuditLog } from './queries.ts'
import { readReferences } from './references.ts'
import { findRemovedPeople } from './removed-people.ts'
import { toAuditAction } from './to-audit-action.ts'

/** A page of the audit log, newest first; dates are whole days in the school's time zone. */
export async function listAuditLog(
  { db, settings }: Context,
  { search, person, kind, from, to, ...asked }: EndpointQuery<typeof endpoint>,
): Promise<Page<AuditEntry>> {
  const span = {
    from: from === undefined ? undefined : startOfDay(from, settings.timeZone),
    until: to === undefined ? undefined : startOfDay(addDays(to, 1), settings.timeZone),
  }
  const wanted = { ...toSearchWords(search), person, kind, ...span }
  const rows = await readAuditLog(db, wanted, asked)
  const removed = await findRemovedPeople(db, rows.items.flatMap(listUnknownPeople))
  const page = mapPage(rows, (row) => toAuditEntry(row, removed))
  const referencesOf = await readReferences(db, page.items)
  return mapPage(page, (line) => ({ ...line, mentions: referencesOf(line) }))
}

type Row = Awaited<ReturnType<typeof readAuditLog>>['items'][number]

type Removed = Awaited<ReturnType<typeof findRemovedPeople>>

/** The ids of the actor and of the person of an entry, if they do not exist any more. */
function listUnknownPeople({ person_id, doer_name, kind, subject_id, subject_name }: Row) {
  const actor = person_id !== null && doer_name === null ? [person_id] : []
  return kind === 'people' && subject_name === null ? [...actor, subject_id] : actor
}

function toAuditEntry(row: Row, removed: Removed): Omit<AuditEntry, 'mentions'> {
  const [before, after] = [parseColumns(row.before), parseColumns(row.after)]
  return {
    _id: row.id,
    at: toIsoInstant(row.at),
    who: toActor(row, removed),
    token: row.token_name,
    call: row.call,
    about: {
      kind: row.kind,
      _id: row.subject_id,
      name: getSubjectName(row, removed),
    },
    deed: toAuditAction(row.kind, { call: row.call, before, after }),
    before,
    after,
    address: row.address,
    requestId: row.request_id,
  }
}

function getSubjectName(
  { subject_id, subject_name, webhook_url }: Row,
  removed: Removed,
): string | null {
  if (webhook_url !== null) return redactUrl(webhook_url)
  return subject_name ?? removed.get(subject_id)?.name ?? null
}

function toActor(row: Row, removed: Removed): AuditEntry['who'] {
  const { person_id, doer_name: name, doer_email: email, doer_role: role } = row
  if (person_id === null) return null
  const isThere = name !== null && email !== null && role !== null
  const actor = isThere ? { name, email, role } : removed.get(person_id)
  return actor ? { _id: person_id, ...actor } : null
}

const Columns = AuditEntry.shape.after

function parseColumns(json: string | null) {
  return Columns.parse(json === null ? null : JSON.parse(json))
}
