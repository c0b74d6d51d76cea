import { expect, test } from 'vitest'
import { withdrawAbsence } from '#contract/availability/absences.ts'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { startTwoReviewers, tomorrow, tuesdayMornings } from '#test/availability/two-reviewers.ts'
import { makePerson, makeSlot } from '#test/factories.ts'

test('deleting an absence allows its slots to be generated again', async () => {
  const { app, db, reviewer, away, slotsOf } = await startTwoReviewers()
  const { token } = reviewer
  const block = { ...tuesdayMornings, until: '2026-03-20' }
  await app.call(saveAvailability, {
    token,
    body: { value: { ...emptyAvailability, blocks: [block] } },
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(6)
  const { body } = await away({ from: '2026-03-02', to: '2026-03-10', confirm: true })
  expect(body.removes).toBe(4)
  expect(await slotsOf(reviewer._id)).toHaveLength(2)
  const id = body.absence?._id ?? ''
  const withdraw = (by: string, absence = id) =>
    app.call(withdrawAbsence, { token: by, body: { value: { id: absence } } })
  const other = await makePerson(app, 'reviewer')
  expect((await withdraw(other.token)).status).toBe(404)
  expect((await withdraw(token, 'none')).body).toEqual({ message: 'This absence does not exist' })
  expect((await withdraw(token)).body).toEqual({
    message: 'Absence removed. 4 slots restored; slots added by hand stay removed.',
    added: 4,
  })
  expect(await slotsOf(reviewer._id)).toHaveLength(6)
  expect(await db.selectFrom('absences').selectAll().execute()).toEqual([])
})

test('slots added by hand do not return when an absence is deleted', async () => {
  const { app, reviewer, away, slotsOf } = await startTwoReviewers()
  await makeSlot(app, reviewer, tomorrow)
  const id = (await away({ confirm: true })).body.absence?._id ?? ''
  const body = { value: { id } }
  expect((await app.call(withdrawAbsence, { token: reviewer.token, body })).body).toEqual({
    message: 'Absence removed. No slots restored; slots added by hand stay removed.',
    added: 0,
  })
  expect(await slotsOf(reviewer._id)).toEqual([])
})
