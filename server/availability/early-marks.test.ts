import { expect, test } from 'vitest'
import { addAbsence } from '#contract/availability/absences.ts'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'

const tomorrow = monday + dayMs

test('a review that is marked early keeps its slot, and does not conflict with anything', async () => {
  const app = await startApp()
  const { db } = app.context
  const { _id, token } = await makePerson(app, 'reviewer')
  const slots = [
    await makeSlot(app, { _id }, tomorrow),
    await makeSlot(app, { _id }, tomorrow + hourMs),
  ]
  await db.updateTable('slots').set({ is_generated: 1 }).execute()
  const id = await makeReview(app, { slot: slots[0] ?? '' })
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' as const }
  await app.call(updateMark, { token, body: { id, value: { mark } } })
  const reviews = () => db.selectFrom('reviews').select(['id', 'slot_id', 'status']).execute()
  const before = await reviews()

  const value = { from: '2026-03-03', to: '2026-03-03', reason: 'Ill' }
  const away = (confirm: boolean) =>
    app.call(addAbsence, { token, body: { value: { ...value, confirm } } })
  expect((await away(false)).body).toMatchObject({ isDone: false, removes: 1, touches: [] })
  expect((await away(true)).body).toMatchObject({ isDone: true, removes: 1, touches: [] })
  // Nothing needs confirmation, so the availability is saved at once.
  const saved = await app.call(saveAvailability, { token, body: { value: emptyAvailability } })
  expect(saved.body).toMatchObject({ isDone: true, removes: 0, touches: [] })
  expect(await reviews()).toEqual(before)
  expect(await db.selectFrom('slots').select('id').execute()).toEqual([{ id: slots[0] }])
})
