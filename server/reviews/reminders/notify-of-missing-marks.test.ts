import { expect, test } from 'vitest'
import { hourMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { batchMs } from '#server/notifications/settings.ts'
import { monday } from '#test/app.ts'
import { makeReview, makeSlot, makeUnreadableSettings } from '#test/factories.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'
import { notifyOfMissingMarks } from './notify-of-missing-marks.ts'

/** Four hours after the review begins, which is an hour after Monday noon. */
const remindedAt = monday + 5 * hourMs

const look = ({ app }: BookedSchool) => notifyOfMissingMarks(app.context)

/** All notifications about missing marks. */
function readNotices({ app }: BookedSchool) {
  const rows = app.context.db.selectFrom('notifications').select(['person_id', 'mail_due_at'])
  return rows.where('kind', '=', 'reminded').execute()
}

test('a reviewer is notified once, some hours after a review, that its marks are missing', async () => {
  const of = await startBookedSchool()
  const { app, id, reviewer, student } = of
  app.time.now = remindedAt - 1
  await look(of)
  expect(await readNotices(of)).toEqual([])
  app.time.now = remindedAt
  await Promise.all([look(of), look(of)])
  app.time.now += hourMs
  await look(of)
  expect(await readNotices(of)).toEqual([
    { person_id: reviewer._id, mail_due_at: remindedAt + batchMs },
  ])
  const { body } = await app.call(listNotifications.reviewer, { token: reviewer.token, query: {} })
  expect(body[0]).toMatchObject({
    kind: 'reminded',
    text: `${student.name}’s week 01 review on Mon 2 Mar, 1:00 PM has no marks yet.`,
    path: `/reviewer/review-details/${id}`,
    read: false,
  })
  const mark = { code: 80, theory: 70, weekStatus: 'Task Completed' } as const
  await app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
  const since = await app.call(listNotifications.reviewer, { token: reviewer.token, query: {} })
  expect(since.body[0]).toMatchObject({ kind: 'reminded', read: true })
})

test('a reviewer is notified again when the marks of a later slot of the review are missing', async () => {
  const of = await startBookedSchool()
  const { app, reviewer, book, noShow } = of
  const evening = await makeSlot(app, reviewer, monday + 8 * hourMs)
  app.time.now = remindedAt
  await look(of)
  await noShow('advisor', 'student')
  await book({ slot: evening })
  app.time.now = monday + 12 * hourMs
  await look(of)
  await look(of)
  expect(await readNotices(of)).toHaveLength(2)
})

const block = (who: 'student' | 'reviewer') => (of: BookedSchool) =>
  of.app.context.db
    .updateTable('people')
    .set({ blocked_at: remindedAt })
    .where('id', '=', of[who]._id)
    .execute()

test.each<[string, (of: BookedSchool) => Promise<unknown>]>([
  ['its student is blocked', block('student')],
  ['its reviewer is blocked', block('reviewer')],
  ['somebody did not show up', ({ noShow }) => noShow('advisor', 'student')],
  [
    'it has become its advisor’s to see to',
    async ({ app }) => {
      app.time.now = monday + 50 * hourMs
    },
  ],
])('nobody is notified of missing marks once %s', async (_, change) => {
  const of = await startBookedSchool()
  of.app.time.now = remindedAt
  await change(of)
  await look(of)
  expect(await readNotices(of)).toEqual([])
})

test('a reviewer who cannot be notified does not keep others from it', async () => {
  const of = await startBookedSchool()
  const { app, reviewer, other } = of
  const slot = await makeSlot(app, other, monday + hourMs)
  await makeReview(app, { slot })
  await makeUnreadableSettings(app, reviewer)
  app.time.now = remindedAt
  await expect(look(of)).rejects.toThrow('not all reviewers were reminded of missing marks')
  expect(await readNotices(of)).toMatchObject([{ person_id: other._id }])
})
