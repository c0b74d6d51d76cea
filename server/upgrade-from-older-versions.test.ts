import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { login, loginResultField } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { getCallRecord } from '#contract/calls/call-record.ts'
import { getDraft } from '#contract/calls/review-draft.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { migrate } from '#server/database/migrate.ts'
import { newTableNames } from '#server/database/migrations/0039-table-names.ts'
import type { Tables } from '#server/database/tables.ts'
import { enableFullHashCost } from '#test/accounts/full-hash-cost.ts'
import { makeCode } from '#test/accounts/second-factor.ts'
import { startApp } from '#test/app.ts'
import { openOlderSchool, versions } from '#test/versions/older-school.ts'

/** When the schools were left behind. */
const then = Date.parse('2026-11-22T15:50:00Z')

/** What the database makes by itself, in its own way in each version. */
const ownTables = /^(kysely_|people_search|socket_io_)/

const renamed = new Map(Object.entries(newTableNames))
const toNewName = (table: string) => renamed.get(table) ?? table

async function countRows(db: Kysely<Tables>): Promise<Record<string, number>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const counts: Record<string, number> = {}
  for (const table of tables.filter((name) => !ownTables.test(name)).sort()) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(db)
    counts[table] = Number(rows[0]?.n)
  }
  return counts
}

test.each(versions)(
  'a school of version %s keeps every row on its way to this one',
  async (version) => {
    const { db } = await openOlderSchool(version)
    const before = await countRows(db)
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([])
    await migrate(db)
    const after = await countRows(db)
    const lost = Object.entries(before).filter(
      ([table, rows]) => (after[toNewName(table)] ?? 0) < rows,
    )
    expect(lost).toEqual([])
  },
)

test.each(versions)(
  'whoever had an account in version %s signs in and finds their things',
  async (version) => {
    // Its passwords were hashed by another process.
    enableFullHashCost()
    const school = await openOlderSchool(version)
    await migrate(school.db)
    const app = await startApp({}, { on: Promise.resolve(school) })
    app.time.now = then
    const enter = async (role: keyof typeof demoLogins, code?: string) => {
      const reply = await app.call(login[role], { body: { ...demoLogins[role], code } })
      return reply.body[loginResultField[role]]?.token
    }

    const key = await school.db
      .selectFrom('second_factors')
      .select('secret')
      .executeTakeFirstOrThrow()
    const advisor = await enter('advisor', makeCode(key.secret, then))
    expect((await app.call(listReviews.advisor, { token: advisor })).body.length).toBeGreaterThan(0)

    const draft = await school.db
      .selectFrom('review_drafts')
      .select('review_id')
      .executeTakeFirstOrThrow()
    const reviewer = await enter('reviewer')
    const typed = await app.call(getDraft, { token: reviewer, query: { id: draft.review_id } })
    expect(typed.body.draft.mark?.code).toBe('70')
    const record = await app.call(getCallRecord.reviewer, {
      token: reviewer,
      query: { id: draft.review_id },
    })
    expect(record.body.chat.map(({ text }) => text)).toEqual(['Good morning'])

    expect(await enter('student')).toBeDefined()
    const auditLog = await app.call(listAuditLog, { token: await enter('admin') })
    expect(auditLog.body.some(({ call }) => call === 'PATCH /admin/block-unblock-student')).toBe(
      true,
    )
  },
)
