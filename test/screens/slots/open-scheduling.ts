import { screen, within } from '@testing-library/dom'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listReviews } from '#contract/reviews.ts'
import { addSlots, listReviewerSlots } from '#contract/slots.ts'
import { makePerson, makeReview } from '../../factories.ts'
import { inDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool, type School } from '../school.ts'

/**
 * The advisor at the scheduling screen, with a student who waits and a reviewer of whom everything
 * is known: their slots of half an hour, from 9:00 to 10:30 AM of tomorrow and of the day after.
 */
export async function openScheduling(settings: Parameters<typeof demoSchool>[0] = {}) {
  const school = await demoSchool(settings)
  const { _id: rita, token } = await makePerson(school, 'reviewer', { name: 'Rita Moreau' })
  for (const date of [inDays(1), inDays(2)]) {
    const values = { date, timeStart: '09:00', timeEnd: '10:30', reviewTime: 30 }
    await school.call(addSlots, { token, body: { values } })
  }
  const advisor = await school.tokenOf('advisor')
  const ofAdvisor = (query: InputOf<typeof listReviews.advisor>['query']) =>
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

/** A slot of the day that is shown, by its time. */
export async function findSlot(time: string): Promise<HTMLElement> {
  return within(await screen.findByRole('tabpanel')).findByRole('button', {
    name: new RegExp(`^${time}\\b`),
  })
}

/** Another advisor books the reviewer's slot of 9:30 AM of tomorrow. */
export async function bookElsewhere(school: School, reviewer: string) {
  const other = await makePerson(school, 'advisor')
  const reviewId = await makeReview(school, { advisor: other })
  const slots = await school.call(listReviewerSlots, {
    token: other.token,
    params: { id: reviewer },
  })
  const one = slots.find(({ date, slot_time }) => date === inDays(1) && slot_time === '9:30 AM')
  const value = { reviewId, reviewer, slot: one?._id ?? '' }
  await school.call(bookSlot.advisor, { token: other.token, body: { value } })
}
