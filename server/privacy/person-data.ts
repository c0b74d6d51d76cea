import { sql } from 'kysely'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { PersonDataPart } from '#contract/privacy/privacy.ts'
import type { Context } from '#server/kit/context.ts'
import {
  type DataSubject,
  type PersonalDataPart,
  personalDataParts,
} from './personal-data-parts.ts'

type Row = Record<string, string | number | null>

/**
 * Writes everything that is kept of a person as JSON, part by part; for the person themselves
 * without what staff wrote for staff.
 */
export async function* writePersonData(
  context: Context,
  person: DataSubject,
  { isForStaff }: { isForStaff: boolean },
): AsyncGenerator<string, void> {
  const head = { _id: person.id, at: toIsoInstant(context.clock()) }
  yield `${JSON.stringify(head).slice(0, -1)},"parts":[\n`
  // The account comes first for the reader; the list's order is that of removing.
  for (const [place, part] of personalDataParts.toReversed().entries()) {
    const { hidden = [], staffOnly = [] } = part
    const left = isForStaff ? hidden : [...hidden, ...staffOnly]
    const read = await readPart(context, { ...part, hidden: left }, person)
    yield `${place === 0 ? '' : ',\n'}${JSON.stringify(read, undefined, 2)}`
  }
  yield ']}\n'
}

async function readPart(
  { db }: Context,
  { table, says, whose, hidden = [] }: PersonalDataPart,
  person: DataSubject,
): Promise<PersonDataPart> {
  const read = sql<Row>`select * from ${sql.table(table)} where ${whose(person)}`
  const { rows } = await read.execute(db)
  return { part: table, says, rows: rows.map((row) => toShown(row, hidden)) }
}

const isInstant = /(^|_)at$|_until$/

/** A row without hidden columns, with instants as ISO texts. */
function toShown(row: Row, hidden: readonly string[]): Row {
  const shown = Object.entries(row).filter(([column]) => !hidden.includes(column))
  return Object.fromEntries(
    shown.map(([column, value]) => [
      column,
      isInstant.test(column) && typeof value === 'number' ? toIsoInstant(value) : value,
    ]),
  )
}
