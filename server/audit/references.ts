import type { AuditEntry, AuditReference } from '#contract/audit/audit.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Db } from '#server/database/connect.ts'
import {
  readDomainsByIds,
  readPeopleByIds,
  readReviewsByIds,
  readSlotsByIds,
  readTasksByIds,
} from './queries.ts'

type Line = Pick<AuditEntry, 'about' | 'before' | 'after'>
type Kind = AuditReference['kind']
type Named = { kind: Kind; id: string }

/** Which kind of row a column refers to, in any table. */
const referenceColumns: Record<string, Kind> = {
  person_id: 'people',
  student_id: 'people',
  advisor_id: 'people',
  first_advisor_id: 'people',
  reviewer_id: 'people',
  domain_id: 'domains',
  slot_id: 'slots',
  follows_id: 'reviews',
}

/**
 * Reads the rows that entries of the audit log refer to by id, and returns a function that gives
 * each entry's references. Rows that no longer exist are left out.
 */
export async function readReferences(
  db: Db,
  lines: Line[],
): Promise<(line: Line) => AuditReference[]> {
  const asked = new Map<Kind, Set<string>>()
  for (const { kind, id } of lines.flatMap(listReferences)) {
    asked.set(kind, (asked.get(kind) ?? new Set()).add(id))
  }
  const found = new Map<string, AuditReference>()
  for (const [kind, ids] of asked) {
    for (const reference of await readers[kind](db, [...ids])) {
      found.set(`${kind} ${reference._id}`, reference)
    }
  }
  return (line) => listReferences(line).flatMap(({ kind, id }) => found.get(`${kind} ${id}`) ?? [])
}

function listReferences({ about, before, after }: Line): Named[] {
  const own = isReadable(about.kind) ? [{ kind: about.kind, id: about._id }] : []
  const referred = [before, after].flatMap((row) =>
    Object.entries(row ?? {}).flatMap(([column, id]): Named[] => {
      const kind = referenceColumns[column]
      return kind && typeof id === 'string' ? [{ kind, id }] : []
    }),
  )
  const all = [...own, ...referred]
  return all.filter(
    ({ kind, id }, place) =>
      all.findIndex((other) => other.kind === kind && other.id === id) === place,
  )
}

const readers: Record<Kind, (db: Db, ids: string[]) => Promise<AuditReference[]>> = {
  people: async (db, ids) =>
    (await readPeopleByIds(db, ids)).map((row) => ({ kind: 'people', ...row })),
  domains: async (db, ids) =>
    (await readDomainsByIds(db, ids)).map((row) => ({ kind: 'domains', ...row })),
  tasks: async (db, ids) =>
    (await readTasksByIds(db, ids)).map(({ _id, week, domain_id, domain }) => ({
      kind: 'tasks',
      _id,
      week,
      domain: { _id: domain_id, name: domain },
    })),
  slots: async (db, ids) =>
    (await readSlotsByIds(db, ids)).map(({ _id, starts_at, reviewer_id, reviewer }) => ({
      kind: 'slots',
      _id,
      startsAt: toIsoInstant(starts_at),
      reviewer: { _id: reviewer_id, name: reviewer },
    })),
  reviews: async (db, ids) =>
    (await readReviewsByIds(db, ids)).map(({ _id, week, student_id, student }) => ({
      kind: 'reviews',
      _id,
      week,
      student: { _id: student_id, name: student },
    })),
}

function isReadable(kind: string): kind is Kind {
  return kind in readers
}
