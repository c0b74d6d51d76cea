import { addSlots, type SlotRange } from '#contract/slots/slots.ts'
import { monday, startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

/** A Tuesday, the day after the tests' start date. */
export const range = { date: '2026-03-03', timeStart: '09:00', timeEnd: '11:00', reviewTime: 30 }

export const tooLong =
  'Review time must be less than the time difference between start and end times'

/** A reviewer who adds this range, or variations of it. */
export async function startAdding(now = monday) {
  const app = await startApp()
  app.time.now = now
  const reviewer = await makePerson(app, 'reviewer')
  const add = (more: Partial<SlotRange> = {}, { token } = reviewer) =>
    app.call(addSlots, { token, body: { values: { ...range, ...more } } })
  const stored = () => app.context.db.selectFrom('slots').selectAll().orderBy('starts_at').execute()
  return { app, reviewer, add, stored }
}
