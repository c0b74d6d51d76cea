import type { AuditedTable, AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import { first, inBatches, insertMany, run, type Values } from '#server/database/query.ts'
import { type Tables, unauditedColumns } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { AuditSource, Context } from '../context.ts'
import { newId } from '../id.ts'

/** The actor of a command (`npm run …`) for the audit log. */
export function makeCommandAuditSource(name: string): AuditSource {
  const nowhere = { personId: null, address: '', requestId: '' }
  return { ...nowhere, call: `npm run ${name}`, auditEntries: 0, endedSessions: new Set() }
}

/** The same for what the server does by itself, when its time has come. */
export function makeJobAuditSource(name: string): AuditSource {
  return { ...makeCommandAuditSource(name), call: `automatic ${name}`, requestId: newId() }
}

type Row = Record<string, unknown>

/** A row before and after a change. */
export type RowChange = {
  kind: AuditKind
  id: string
  before?: Row | undefined
  after?: Row | undefined
}

/**
 * Adds an entry to the audit log in the transaction of the change. For an update it keeps only the
 * columns that differ, without secrets; if none differ, there is no entry. Admins' open pages are
 * notified. Changes outside a call (a seed, the server's start) are not recorded.
 */
export async function recordAudit(context: Context<Tx>, record: RowChange): Promise<void> {
  const line = toLine(context, record)
  if (!line) return
  await insertLine(context.db, line)
  context.live.changed('school', 'admins')
}

/** Like `recordAudit`, for any number of rows. */
export async function recordAudits(context: Context<Tx>, records: RowChange[]): Promise<void> {
  if (!context.change || records.length === 0) return
  await inBatches(records, (batch) =>
    insertLines(
      context.db,
      batch.flatMap((record) => toLine(context, record) ?? []),
    ),
  )
  context.live.changed('school', 'admins')
}

function toLine(
  { clock, change }: Context<Tx>,
  { kind, id, before, after }: RowChange,
): Tables['audit_log'] | undefined {
  if (!change) return undefined
  change.auditEntries += 1
  const { personId, tokenName, call, address, requestId } = change
  const [old, now] = before && after ? pickChanged(kind, before, after) : [before, after]
  if (old && now && Object.keys(now).length === 0) return undefined
  return {
    id: newId(),
    at: clock(),
    person_id: personId,
    call,
    address,
    request_id: requestId,
    kind,
    subject_id: id,
    before: old ? JSON.stringify(toAuditValues(kind, old)) : null,
    after: now ? JSON.stringify(toAuditValues(kind, now)) : null,
    token_name: tokenName ?? null,
  }
}

const insertLine = run((db, line: Values<Tables['audit_log']>) =>
  db.insertInto('audit_log').values(line),
)

const insertLines = insertMany('audit_log', {
  id: 'text',
  at: 'bigint',
  person_id: 'text',
  call: 'text',
  address: 'text',
  request_id: 'text',
  kind: 'text',
  subject_id: 'text',
  before: 'text',
  after: 'text',
  token_name: 'text',
})

/** Declares that a call needs no audit entry, because it changed nothing or only saved a draft. */
export function skipAudit({ change }: Context): void {
  if (change) change.auditEntries += 1
}

/** Sets who makes this call when a link or a password identifies them instead of a session. */
export function setAuditActor({ change }: Context, personId: string): void {
  if (change) change.personId = personId
}

/** Runs `work` and records the row's change in the audit log. */
export async function audited<T>(
  context: Context<Tx>,
  { kind, id }: { kind: AuditedTable; id: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!context.change) return work()
  const before = await lockRow[kind](context.db, { id })
  const result = await work()
  const after = await lockRow[kind](context.db, { id })
  // The row may be gone since the caller found it.
  if (before || after) await recordAudit(context, { kind, id, before, after })
  return result
}

/** Like `audited`, for `work` that returns the changed row, or undefined if there was none. */
export async function auditedRow<R extends Row>(
  context: Context<Tx>,
  { kind, id }: { kind: AuditedTable; id: string },
  work: () => Promise<R | undefined>,
): Promise<R | undefined> {
  const before = await lockRow[kind](context.db, { id })
  const after = await work()
  if (after) await recordAudit(context, { kind, id, before, after })
  return after
}

/** For each table a query that reads a row by its id and locks it until the transaction ends. */
const lockRow: Record<AuditedTable, ReturnType<typeof makeLockRow>> = {
  people: makeLockRow('people'),
  sessions: makeLockRow('sessions'),
  domains: makeLockRow('domains'),
  tasks: makeLockRow('tasks'),
  slots: makeLockRow('slots'),
  reviews: makeLockRow('reviews'),
  webhooks: makeLockRow('webhooks'),
}

function makeLockRow(table: AuditedTable) {
  return first((db, { id }: Values<{ id: string }>) =>
    db.selectFrom(table).selectAll().where('id', '=', id).forNoKeyUpdate(),
  )
}

function pickChanged(kind: AuditKind, before: Row, after: Row): [Row, Row] {
  const changed = (column: string) => !isDerived(kind, column) && before[column] !== after[column]
  const columns = Object.keys(after).filter(changed)
  const pick = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column]]))
  return [pick(before), pick(after)]
}

function toAuditValues(kind: AuditKind, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !isDerived(kind, column))
      .map(([column, value]) => [column, mask(column, value)]),
  )
}

/** Masks hashes and secrets, and shortens addresses, which may hold one. */
function mask(column: string, value: unknown): unknown {
  if (column === 'url') return redactUrl(String(value))
  return /hash|secret/.test(column) && value !== null ? '…' : value
}

const derived: { [Kind in AuditKind]?: readonly string[] } = unauditedColumns

function isDerived(kind: AuditKind, column: string): boolean {
  return derived[kind]?.includes(column) ?? false
}
