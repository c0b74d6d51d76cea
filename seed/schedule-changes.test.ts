import { expect, test } from 'vitest'
import { addDays, getInstantAt } from '#contract/kit/time/zone.ts'
import { beforeOpening, findPerson, makeDemoSchool, newYork } from '#test/schools/whole-school.ts'

test('the demo school has each kind of schedule change, and none for the demo people', async () => {
  const { school } = await makeDemoSchool()
  const demoAdvisor = findPerson(school, 'advisor@weekward.test')
  const demoReviewer = findPerson(school, 'reviewer@weekward.test')
  const reviewOf = (id: string | undefined) => school.reviews.find((review) => review.id === id)
  const whatOf = (id: string | undefined) =>
    school.history
      .filter(({ review_id }) => review_id === id)
      .sort((one, other) => one.at - other.at)
      .map(({ what }) => what)

  const [request] = school.rescheduleRequests
  expect(reviewOf(request?.review_id)?.status).toBe('review-scheduled')
  expect(school.rescheduleRequestSlots).toMatchObject([{ place: 0 }, { place: 1 }])
  expect(whatOf(request?.review_id)).toEqual(['booked', 'asked'])

  const [missed] = school.noShows
  expect(reviewOf(missed?.review_id)?.status).toBe('not-scheduled')
  expect(whatOf(missed?.review_id)).toEqual(['booked', 'no-show'])
  const used = school.slots.find(({ id }) => id === missed?.slot_id)
  expect(used?.ends_at).toBeLessThan(beforeOpening)

  const lost = school.reviews.filter(({ lost_starts_at }) => lost_starts_at !== null)
  expect(lost).toMatchObject([{ status: 'not-scheduled' }])
  expect(whatOf(lost[0]?.id)).toEqual(['booked', 'lost'])

  const cancelled = school.history.find(({ what }) => what === 'cancelled')
  expect(whatOf(cancelled?.review_id)).toEqual(['booked', 'cancelled', 'booked'])
  for (const id of [request?.review_id, missed?.review_id, lost[0]?.id, cancelled?.review_id]) {
    expect(reviewOf(id)?.advisor_id).not.toBe(demoAdvisor.id)
  }

  expect(school.advisorSettings.map(({ move_by_itself }) => move_by_itself).sort()).toEqual([
    'ask',
    'same-day',
  ])
  expect(school.absences).toMatchObject([{ reviewer_id: demoReviewer.id, date_from: '2026-04-13' }])
  const [availability] = school.availabilities
  expect(availability?.reviewer_id).not.toBe(demoReviewer.id)
  expect(school.blocks).toMatchObject([{ weekday: 2 }, { weekday: 4 }])
  // Slots of the days that can be booked are published by hand.
  expect(school.blocks.every(({ since }) => since > addDays('2026-03-02', 7))).toBe(true)
  const removed = getInstantAt('2026-03-17', '11:30', newYork)
  expect(school.removedSlots).toMatchObject([{ starts_at: removed }])
})
