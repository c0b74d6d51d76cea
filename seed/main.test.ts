import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/databases/database.ts'
import { readSchool } from '#test/schools/whole-school.ts'

const run = promisify(execFile)

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database
}

/** Runs the command on a database; what it says and how it ends. */
async function seed({ address }: TestDatabase, ...args: string[]) {
  const where =
    address.kind === 'sqlite'
      ? { DATA_DIR: dirname(address.file), DATABASE_URL: '' }
      : { DATABASE_URL: address.url }
  const environment = { ...process.env, ...where, TIME_ZONE: 'Europe/Berlin' }
  const main = `${import.meta.dirname}/main.ts`
  return run(process.execPath, [main, ...args], { env: environment }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

test('the command fills an empty database with the given number of students and their history', async () => {
  const database = await emptyDatabase()
  const { code, stdout } = await seed(database, '--students', '90', '--seed', '7')
  expect(code).toBe(0)

  const { people, reviews, slots } = await readSchool(database.db)
  const inRole = (role: string) => people.filter((person) => person.role === role).length
  expect([inRole('student'), inRole('advisor'), inRole('reviewer')]).toEqual([90, 6, 9])
  expect(reviews.length / 90).toBeGreaterThan(9)
  expect(reviews.length / 90).toBeLessThan(11)
  expect(stdout).toMatch(
    new RegExp(
      `106 people, .*${slots.length} slots, ${reviews.length} reviews, .*\\d+ call_events in [\\d.]+ s`,
    ),
  )
})

test('a small school still has an advisor, and a reviewer for every domain', async () => {
  const database = await emptyDatabase()
  expect(await seed(database, '--students', '1')).toMatchObject({ code: 0 })
  const { people, reviewerDomains } = await readSchool(database.db)
  expect(people.filter(({ role }) => role === 'advisor')).toHaveLength(1)
  expect(new Set(reviewerDomains.map(({ domain_id }) => domain_id)).size).toBe(3)
})

test('a database with people is refused with one line and left unchanged', async () => {
  const database = await emptyDatabase()
  await seed(database, '--students', '3')
  const before = await readSchool(database.db)

  expect(await seed(database, '--students', '5')).toMatchObject({
    code: 1,
    stderr: 'weekward: this database has people already; nothing was changed\n',
  })
  expect(await readSchool(database.db)).toEqual(before)
})
