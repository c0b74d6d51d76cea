import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { listBestSlots, planReasons } from '#contract/plan.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { addReviewer } from '#test/plan/factories.ts'

test('when another slot is chosen for a booked review, its own booking is no load', async () => {
  const app = await startApp({ planEarliestDays: 7, planNoticeHours: 0 })
  const domain = await makeDomain(app)
  const advisor = await makePerson(app, 'advisor')
  const student = await makePerson(app, 'student', { domain })
  const [own, other] = [await addReviewer(app, [domain]), await addReviewer(app, [domain])]
  const held = await makeSlot(app, own, monday + hourMs)
  const review = await makeReview(app, { student, advisor, slot: held, dueAt: monday + dayMs })
  await makeReview(app, { slot: await makeSlot(app, other, monday + 5 * hourMs) })
  const ofOther = await makeSlot(app, other, monday + 2 * hourMs)
  const ofOwn = await makeSlot(app, own, monday + 2 * hourMs)
  const { body } = await app.call(listBestSlots.advisor, {
    token: advisor.token,
    query: { review },
  })
  expect(body.map(({ slot, why }) => [slot._id, why])).toEqual([
    [ofOwn, `${planReasons.first}. ${planReasons.load(0)}`],
    [ofOther, `${planReasons.first}. ${planReasons.load(1)}`],
  ])
})
