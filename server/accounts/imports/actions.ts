import type { z } from 'zod'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import type { EndpointReply } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  type importPeople as endpoint,
  type ImportRow,
  importRefusals,
  type ListedImport,
} from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { isPostgres } from '#server/database/connect.ts'
import { inBatches } from '#server/database/query.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { pauseBetweenSlices, pauseForSameTime } from '#server/kit/pause-between-slices.ts'
import {
  createInvitedPeople,
  lockImportedInvitees,
  type NewInvitee,
} from '#server/people/invited-people.ts'
import { inviteAddedPeople, makeInvitation, type NewInvitation } from '../invitations/actions.ts'
import { removeInvited } from '../invitations/remove-invited-people.ts'
import { checkRows, type ParsedRow, parseRows } from './check-rows.ts'
import { isHeader, matchColumns } from './match-columns.ts'
import { parseCsv } from './parse-csv.ts'
import { insertImport, readImport, readNewestImports } from './queries.ts'

/** Adding them takes some milliseconds. */
const peopleAtOnce = 50

/** Whether a change of so many people is long. */
export const isLongImport = (people: number) => people > 5 * peopleAtOnce

type Asked = z.output<NonNullable<(typeof endpoint)['body']>>['value']
type Reply = EndpointReply<typeof endpoint>

/**
 * Reads the people of a file and makes their invitations, before the transaction and with pauses.
 * Refuses a file that cannot be read, and a column that it does not have (400).
 */
export async function prepareImport(context: Context, { role, csv, columns: given, apply }: Asked) {
  const file = await parseCsv(csv, (cells) => isHeader(role, cells))
  const columns = matchColumns(role, file.headers, given)
  const rows = await parseRows(context, role, file, columns)
  const invitations = await makeInvitations(context, role, apply === 'none' ? [] : rows)
  const { headers, headerLine } = file
  return { headers, headerLine, columns, rows, invitations }
}

type Invitations = ReadonlyMap<string, NewInvitation>

/** Returns the invitations by the people's ids; those of people with problems are never stored. */
async function makeInvitations(
  context: Context,
  role: ProfileRole,
  rows: ParsedRow[],
): Promise<Invitations> {
  const made = new Map<string, NewInvitation>()
  const make = async (batch: ParsedRow[]) => {
    for (const { id, name, email } of batch) {
      made.set(id, makeInvitation(context, { id, name, email, role }))
    }
  }
  await inBatches(rows, make, { size: peopleAtOnce, pause: pauseBetweenSlices })
  return made
}

/**
 * Checks the people of a file, and adds and invites none of them, those without problems, or all
 * (contract, section 11). Returns the links of those added only while no mail server is set up:
 * else they are for their mailboxes alone. Refuses to add all if there are problems, with the rows
 * (409).
 */
export async function importPeople(
  context: Context<Tx>,
  adminId: string,
  { role, apply }: Asked,
  { rows: parsed, invitations: made, ...file }: Awaited<ReturnType<typeof prepareImport>>,
): Promise<Reply> {
  // Of two imports with the same people, the second finds those of the first.
  if (apply !== 'none') await advisoryLock(context.db, 'import people')
  const checked = await checkRows(context, parsed)
  const rows = checked.map(({ valid, ...row }): ImportRow => row)
  const good = checked.flatMap(({ valid }) => valid ?? [])
  if (apply === 'all' && good.length < rows.length) {
    throw new Refused(importRefusals.problems, { fields: { rows } })
  }
  const isAdding = apply !== 'none' && good.length > 0
  skipAudit(context)
  const { _id, invitations } = isAdding
    ? await addPeople(context, { adminId, role, people: good, made })
    : { _id: null, invitations: [] }
  return {
    ...file,
    rows,
    added: invitations.length,
    _id,
    ...(context.settings.smtpUrl === undefined && { invitations }),
  }
}

async function addPeople(
  context: Context<Tx>,
  {
    adminId,
    role,
    people,
    made,
  }: { adminId: string; role: ProfileRole; people: NewInvitee[]; made: Invitations },
) {
  const id = newId()
  const row = { id, person_id: adminId, role, added: people.length, at: context.clock() }
  await insertImport(context.db, row)
  const invitations: SharedInvitation[] = []
  const add = async (batch: NewInvitee[]) => {
    await createInvitedPeople(context, { role, importId: id, people: batch })
    return inviteAddedPeople(
      context,
      batch.flatMap((person) => made.get(person.id) ?? []),
    )
  }
  const addSeveral = async (batches: NewInvitee[][]) => {
    // None of them may go on after a rollback.
    const done = await Promise.allSettled(batches.map(add))
    for (const one of done) {
      if (one.status === 'rejected') throw one.reason
      invitations.push(...one.value)
    }
  }
  // In SQLite other changes wait for this one: while its thread writes, the next rows are made. In
  // PostgreSQL nobody waits for the new rows, so there is time for pauses.
  const pace = isPostgres(context.db) ? { size: 1, pause: pauseForSameTime } : { size: 8 }
  await inBatches(toBatches(people), addSeveral, pace)
  return { _id: id, invitations }
}

function toBatches(people: NewInvitee[]): NewInvitee[][] {
  const starts = Array.from({ length: Math.ceil(people.length / peopleAtOnce) })
  return starts.map((_, at) => people.slice(at * peopleAtOnce, (at + 1) * peopleAtOnce))
}

/** Returns those of the newest imports of a role of which people can be removed. */
export async function listImports({ db }: Context, role: ProfileRole): Promise<ListedImport[]> {
  const rows = await readNewestImports(db, { role })
  const undoable = rows.filter(({ removable }) => removable > 0)
  return undoable.map(({ id, at, admin_id, admin, ...counts }) => ({
    _id: id,
    at: toIsoInstant(at),
    by: { _id: admin_id, name: admin },
    ...counts,
  }))
}

/** Returns an import, and how many of its people are left. Refuses an unknown one (404). */
export async function findImport({ db }: Context, id: string) {
  const found = await readImport(db, { id })
  if (!found) throw new Refused(importRefusals.unknown)
  return found
}

/**
 * Removes the people whom an import added and who have not set a password yet, with their
 * invitations. Returns how many are removed and how many stay. Refuses an unknown import (404).
 */
export async function undoImport(
  context: Context<Tx>,
  id: string,
): Promise<{ removed: number; kept: number }> {
  skipAudit(context)
  const people = await lockImportedInvitees(context.db, { importId: id })
  await removeInvited(
    context,
    people.map(({ id }) => id),
  )
  const { left: kept } = await findImport(context, id)
  return { removed: people.length, kept }
}
