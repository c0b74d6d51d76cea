import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { inTransaction } from '#server/kit/context.ts'
import { monday } from '#test/app.ts'
import { type BookedSchool, startBookedSchool } from '#test/schools/booked.ts'
import { revokeBooking } from '../rescheduling/revoke-booking.ts'

async function whyWaits({ app, advisor }: BookedSchool) {
  const { body } = await app.call(listReviews.advisor, { token: advisor.token })
  return body[0]?.whyWaits
}

test('an advisor sees why a review has no slot: who cancelled it, and the reason', async () => {
  const school = await startBookedSchool()
  expect(await whyWaits(school)).toBeNull()
  await school.cancel('reviewer', 'Clash')
  expect(await whyWaits(school)).toBe(`Cancelled by ${school.reviewer.name}: “Clash”`)
  await school.ask()
  await school.withdraw()
  expect(await whyWaits(school)).toBe(`Cancelled by ${school.reviewer.name}: “Clash”`)
  await school.book()
  expect(await whyWaits(school)).toBeNull()
  await school.cancel('advisor')
  expect(await whyWaits(school)).toBe('Cancelled by you: “Ill”')
  await school.undo('advisor')
  expect(await whyWaits(school)).toBeNull()
})

test.each(['student', 'reviewer'] as const)(
  'an advisor sees that the %s did not show up',
  async (who) => {
    const school = await startBookedSchool()
    school.app.time.now = monday + hourMs + 20 * minuteMs
    await school.noShow('advisor', who)
    expect(await whyWaits(school)).toBe(`${school[who].name} did not come`)
  },
)

test('an advisor sees that the slot was lost and who took it, with the reason only if the reviewer was blocked', async () => {
  const school = await startBookedSchool()
  const { app, reviewer, id } = school
  await inTransaction(app.context, (context) =>
    revokeBooking(context, { reviewId: id, by: reviewer._id, reason: 'Ill' }),
  )
  expect(await whyWaits(school)).toBe(
    `The slot on Mon 2 Mar at 1:00 PM with ${reviewer.name} was removed by ${reviewer.name}`,
  )
  const blocked = await startBookedSchool()
  const body = { id: blocked.reviewer._id, action: 'block' } as const
  await blocked.app.call(blockUnblock.reviewer, { token: blocked.admin.token, body })
  expect(await whyWaits(blocked)).toBe(
    `The slot on Mon 2 Mar at 1:00 PM with ${blocked.reviewer.name} was removed by ${blocked.admin.name}: “The reviewer was blocked”`,
  )
  const last = (await blocked.history('advisor')).at(-1)
  expect(last).toMatchObject({ what: 'lost', reason: 'The reviewer was blocked' })
  expect((await blocked.history('student')).at(-1)).toMatchObject({ what: 'lost', reason: null })
})

test('an advisor sees that a decision freed the slot, even if someone else has it now', async () => {
  const school = await startBookedSchool()
  const { app, advisor, id } = school
  const body = { id, value: { status: 'next-week' } } as const
  await app.call(createReview.advisor, { token: advisor.token, body })
  const next = await app.call(listReviews.advisor, {
    token: advisor.token,
    query: { open: 'true' },
  })
  expect(next.body[0]?.whyWaits).toBeNull()
  await school.app.context.db.deleteFrom('slots').where('id', '=', school.slot).execute()
  await app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  expect(await whyWaits(school)).toBe('Its slot was lost when a decision was undone')
})
