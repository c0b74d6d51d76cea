import { expect, test } from 'vitest'
import { addAbsence, listAbsencesFor } from '#contract/availability/absences.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

test('an admin sees when a reviewer is absent, and why', async () => {
  const app = await startApp()
  const { token } = await makePerson(app, 'admin')
  const reviewer = await makePerson(app, 'reviewer')
  const away = { from: '2026-03-10', to: '2026-03-12', reason: 'In hospital' }
  const body = { value: { ...away, confirm: true } }
  await app.call(addAbsence, { token: reviewer.token, body })
  const of = async (id: string) =>
    (await app.call(listAbsencesFor, { token, query: { reviewer: id } })).body
  expect(await of(reviewer._id)).toEqual([
    { _id: expect.any(String), ...away, addedAt: expect.any(String) },
  ])
  expect(await of((await makePerson(app, 'reviewer'))._id)).toEqual([])
})
