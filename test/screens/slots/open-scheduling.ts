import { screen, within } from '@testing-library/dom'
import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { addSlots, listReviewerSlots } from '#contract/slots/slots.ts'
import { makePerson, makeReview } from '../../factories.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { type School, startDemoSchool } from '../school.ts'

/**
 * Opens the scheduling screen for an advisor with waiting reviews. The reviewer Rita Moreau has
 * half-hour slots from 9:00 to 10:30 AM tomorrow and the day after.
 */
export async function openScheduling(settings: Parameters<typeof startDemoSchool>[0] = {}) {
  const school = await startDemoSchool(settings)
  const { _id: rita, token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  for (const date of [getDateInDays(1), getDateInDays(2)]) {
    const values = { date, timeStart: '09:00', timeEnd: '10:30', reviewTime: 30 }
    await school.call(addSlots, { token, body: { values } })
  }
  const advisor = await school.tokenOf('advisor')
  const ofAdvisor = (query: EndpointInput<typeof listReviews.advisor>['query']) =>
    school.call(listReviews.advisor, { token: advisor, query })
  const [first, second] = await ofAdvisor({ type: 'booking' })
  if (!first || !second) throw new Error('nobody waits for a slot')
  const open = (review?: string) =>
    openScreen(school, {
      as: 'advisor',
      at: `/advisor/review-schedule${review ? `?review=${review}` : ''}`,
    })
  const asked = await open()
  return { school, rita, token, first, second, ofAdvisor, open, asked }
}

/** The button of a slot on the visible day, by time. */
export async function findSlot(time: string): Promise<HTMLElement> {
  return within(await screen.findByRole('tabpanel')).findByRole('button', {
    name: new RegExp(`^${time}\\b`),
  })
}

/** Another advisor books the reviewer's slot of 9:30 AM tomorrow. */
export async function bookElsewhere(school: School, reviewer: string) {
  const other = await makePerson(school, 'advisor')
  const reviewId = await makeReview(school, { advisor: other })
  const slots = await school.call(listReviewerSlots, {
    token: other.token,
    params: { id: reviewer },
  })
  const one = slots.find(
    ({ date, slot_time }) => date === getDateInDays(1) && slot_time === '9:30 AM',
  )
  const value = { reviewId, reviewer, slot: one?._id ?? '' }
  await school.call(bookSlot.advisor, { token: other.token, body: { value } })
}
