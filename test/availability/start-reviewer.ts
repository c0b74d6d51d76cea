import {
  type AvailabilityBlock,
  emptyAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { startApp } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'

/** Tuesdays from the day after the tests' start date. */
export const tuesdays: AvailabilityBlock = {
  weekday: 2,
  from: '09:00',
  to: '10:00',
  reviewTime: 30,
  everyWeeks: 1,
  since: '2026-03-02',
  until: null,
}

/** A reviewer who saves their availability, and the resulting slots. */
export async function startReviewer() {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0 })
  const reviewer = await makePerson(app, 'reviewer')
  const { token, _id } = reviewer
  const { db } = app.context
  const save = (blocks: Partial<AvailabilityBlock>[], more: Record<string, unknown> = {}) =>
    app.send<{ errors: Record<string, string>; touches: { review: { _id: string } }[] }>(
      'PUT',
      saveAvailability.path,
      {
        token,
        body: {
          value: {
            ...emptyAvailability,
            blocks: blocks.map((block) => ({ ...tuesdays, ...block })),
            ...more,
          },
        },
      },
    )
  const rows = () =>
    db.selectFrom('slots').selectAll().where('reviewer_id', '=', _id).orderBy('starts_at').execute()
  const starts = async () =>
    (await rows()).map(({ starts_at }) => new Date(starts_at).toISOString().slice(0, 16))
  return { app, db, reviewer, save, rows, starts }
}
