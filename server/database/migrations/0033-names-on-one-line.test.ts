import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '#test/databases/database.ts'
import { migrationNames, runMigrations } from '#test/databases/migrations.ts'
import { openDatabase } from '../connect.ts'
import { computeDomainKeys, computePersonKeys } from '../list/search-and-sort-keys.ts'
import { migrate } from '../migrate.ts'

test('names of before stand composed and on one line, and are found and ordered so', async () => {
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
  for (const [id, name] of [
    ['1', 'Zoe\u0308\n Zimmer '],
    ['2', 'Ann Lee'],
    ['3', ' \u00a0'],
  ]) {
    await sql`insert into people (id, role, name, email, search_key, created_at)
      values (${id}, 'advisor', ${name}, ${`${id}@school.test`}, '', 1)`.execute(db)
  }
  for (const [id, name] of [
    ['1', 'Web  Craft'],
    ['2', 'web craft'],
    ['3', 'Data\tCraft'],
    ['4', 'DATA  craft'],
  ]) {
    await sql`insert into domains (id, name, name_key, created_at)
      values (${id}, ${name}, ${name?.toLowerCase()}, 1)`.execute(db)
  }
  await sql`insert into school_settings (id, version, name) values (1, 1, ${'My\n School'})`.execute(
    db,
  )
  await migrate(db)
  const people = await db.selectFrom('people').selectAll().orderBy('id').execute()
  expect(people.map(({ name }) => name)).toEqual(['Zoë Zimmer', 'Ann Lee', ' \u00a0'])
  for (const person of people) expect(person).toMatchObject(computePersonKeys(person, 'en'))
  const domains = await db.selectFrom('domains').selectAll().orderBy('id').execute()
  // One that would be called as another stays as it is.
  const names = ['Web  Craft', 'web craft', 'Data Craft', 'DATA  craft']
  expect(domains.map(({ name }) => name)).toEqual(names)
  for (const domain of domains) expect(domain).toMatchObject(computeDomainKeys(domain, 'en'))
  const school = await db.selectFrom('school_settings').select('name').execute()
  expect(school).toEqual([{ name: 'My School' }])
})
