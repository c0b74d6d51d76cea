import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { editPerson } from '#contract/people/edit-person.ts'
import { importPeople, undoImport } from '#contract/people/import-people.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { randomBoolean } from '#seed/random.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret } from '#server/kit/id.ts'
import { makeStudentFile } from '#test/imports/import-scenario.ts'
import { readRows } from '#test/rights/rows.ts'
import type { Effects } from '../find-losses.ts'
import { makeChange, type WriterContext } from '../make-change.ts'
import { toPersonFact, toReviewFact } from '../read-facts.ts'
import { changeWithRetry } from '../schedule-changes.ts'
import type { Workspace } from '../weeks.ts'

const rows = 150
const pauseMs = 20

/** A person whose erasure was asked for. */
export type Erasure = { id: string; name: string; email: string }

/**
 * Returns the work of a writer: an import, which may be undone, or an erasure; then nothing more.
 */
export function makePeopleWork(erasures: Erasure[]) {
  const done = new WeakSet<Workspace>()
  return async (desk: WriterContext, corner: Workspace): Promise<void> => {
    if (done.has(corner)) return void (await setTimeout(pauseMs))
    done.add(corner)
    if (randomBoolean(desk.random, 0.5)) await importMany(desk)
    else await erase(desk, corner, erasures)
  }
}

async function importMany(desk: WriterContext): Promise<void> {
  const prefix = randomBytes(6).toString('hex')
  // They choose their domain themselves.
  const csv = makeStudentFile(rows, prefix).replaceAll(',Web,', ',,')
  const each = (toEffects: (email: string) => Effects): Effects =>
    Object.assign(
      {},
      ...Array.from({ length: rows }, (_, place) => toEffects(`${prefix}-${place}@import.test`)),
    )
  const reply = await changeWithRetry(desk, {
    what: `import ${prefix}`,
    to: importPeople,
    body: { value: { role: 'student', csv, apply: 'all' } },
    effects: each((email) => ({
      [`person ${email}`]: toPersonFact('student', false, false),
      [`password ${email}`]: 'none',
      [`week ${email}`]: '3',
      [`emails ${email}`]: '1',
    })),
  })
  if (randomBoolean(desk.random, 0.5)) return
  const { _id } = z.object({ _id: z.string() }).parse(reply)
  await makeChange(desk, {
    what: `undo import ${prefix}`,
    to: undoImport,
    body: { value: { _id } },
    effects: each((email) => ({
      [`person ${email}`]: null,
      [`password ${email}`]: null,
      [`week ${email}`]: null,
    })),
    // The reply of an import does not tell its links, so there may be none to know of.
    learned: () => each((email) => ({ [`invitation ${email}`]: null })),
  })
}

async function erase(desk: WriterContext, corner: Workspace, erasures: Erasure[]): Promise<void> {
  const { student, advisor, reviewer, review } = corner
  const { _id: id, email } = student
  const name = `Quentin ${randomBytes(6).toString('hex')}`
  await changeWithRetry(desk, {
    what: `rename ${email}`,
    to: editPerson.student,
    body: { value: { id, name } },
    effects: {},
  })
  erasures.push({ id, name, email })
  // Notifications that name the student go, whoever received them.
  for (const { _id } of [student, advisor, reviewer]) desk.forgotten.add(_id)
  const stub = `${id}@erased.invalid`
  const own = [...desk.known].filter(([fact]) => fact.endsWith(` ${email}`))
  const moved = own.flatMap(([fact, value]) => [
    [fact, null],
    [fact.replace(email, stub), value],
  ])
  await changeWithRetry(desk, {
    what: `erase ${email}`,
    to: erasePerson,
    body: { value: { id, name } },
    effects: {
      ...Object.fromEntries(moved),
      [`person ${stub}`]: toPersonFact('student', true, true),
      [`session ${hashSecret(student.token)}`]: null,
      [`review ${review}`]: toReviewFact({ status: 'not-scheduled', slot: null, isClosed: true }),
    },
  })
}

/**
 * Those who are erased and still named somewhere. Also the files of the embedded database count.
 */
export async function findTraces(context: Context, erasures: Erasure[]): Promise<string[]> {
  const { db, settings } = context
  const stubs = await db
    .selectFrom('people')
    .select('id')
    .where('erased_at', 'is not', null)
    .execute()
  const isErased = new Set(stubs.map(({ id }) => id))
  const { database } = settings
  const files = database.kind === 'sqlite' ? [database.file, `${database.file}-wal`] : []
  const kept = [
    JSON.stringify(await readRows({ context })),
    ...files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8')),
  ]
  return erasures
    .filter(({ id }) => isErased.has(id))
    .flatMap(({ name, email }) =>
      [name, email].filter((text) => kept.some((place) => place.includes(text))),
    )
}
