import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listPeople } from '#contract/people.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startSecondProcess } from '#test/live.ts'
import { makePerson } from '#test/make.ts'
import { isPostgres } from './open.ts'

const Count = z.tuple([z.object({ pieces: z.number() })])

async function countPieces({ context }: TestApp): Promise<number> {
  const { rows } = await sql`select count(distinct segid) as pieces
    from people_search_idx`.execute(context.db)
  return Count.parse(rows)[0].pieces
}

test('from its start on a server searches one index, and not a piece for each who was added', async () => {
  const app = await startApp()
  // PostgreSQL sees to its indexes by itself.
  if (isPostgres(app.context.db)) return
  for (const name of ['Ada', 'Bo', 'Cleo']) await makePerson(app, 'student', { name })
  const { token } = await makePerson(app, 'admin')
  expect(await countPieces(app)).toBeGreaterThan(1)

  await startSecondProcess(app)
  expect(await countPieces(app)).toBe(1)
  const found = await app.call(listPeople.student, { query: { search: 'cle' }, token })
  expect(found.body).toMatchObject([{ name: 'Cleo' }])
})
