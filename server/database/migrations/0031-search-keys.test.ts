import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { migrationNames, runMigrations } from '#test/databases/migrations.ts'
import { openDatabase } from '../connect.ts'
import { migrate } from '../migrate.ts'

/** More than are read at a time. */
const count = 1_203

test('people of before are found by folded names, however many they are', async () => {
  const { address, drop } = await createEmptyDatabase()
  const db = openDatabase(address)
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  await runMigrations(
    db,
    migrationNames.filter((name) => name < '0031'),
  )
  await sql`insert into people (id, role, name, email, search_key, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
    select 'p' || i, 'advisor', 'Łu ' || i, i || '@school.test', 'łu ' || i, 1 from n`.execute(db)
  await migrate(db)
  const people = await db.selectFrom('people').select(['id', 'search_key', 'sort_key']).execute()
  expect(people).toHaveLength(count)
  for (const { id, search_key, sort_key } of people) {
    const number = id.slice(1)
    expect(search_key).toBe(`lu ${number} ${number}@school.test`)
    expect(sort_key).not.toBe('')
  }
})
