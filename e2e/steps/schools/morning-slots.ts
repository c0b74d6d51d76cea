import type { Page } from '@playwright/test'
import { emptyAvailability, saveAvailability } from '#contract/availability/availability.ts'
import { getProfile } from '#contract/people/profile.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listFreeSlots } from '#contract/reviews/scheduling/free-slots.ts'
import { getDateInDays } from '../../kit/days.ts'
import { type School, storeSession } from '../../kit/school.ts'
import { onboard } from './invite-and-onboard.ts'

/**
 * A new reviewer with four half-hour slots from 9:00 AM, tomorrow and the day after, in every week.
 */
export async function addMorningReviewer(school: School) {
  const token = await school.tokenOf('reviewer', await onboard(school, 'reviewer', 'Rita Moreau'))
  const blocks = [1, 2].map((days) => ({
    weekday: new Date(getDateInDays(days)).getUTCDay() || 7,
    from: '09:00',
    to: '11:00',
    reviewTime: 30,
    everyWeeks: 1,
    since: getDateInDays(0),
    until: null,
  }))
  await school.call(saveAvailability, { token, body: { value: { ...emptyAvailability, blocks } } })
  const { _id } = await school.call(getProfile.reviewer, { token })

  /** The demo advisor books a slot in so many days for the first waiting student. */
  async function book(time: string, days = 1): Promise<Review> {
    const advisor = await school.tokenOf('advisor')
    const query = { type: 'booking' }
    const [review] = await school.call(listReviews.advisor, { token: advisor, query })
    const reviewId = review?._id ?? ''
    const free = await school.call(listFreeSlots.advisor, {
      token: advisor,
      query: { review: reviewId, limit: 100 },
    })
    const isIt = ({ reviewer, date, slot_time }: (typeof free)[number]) =>
      reviewer._id === _id && date === getDateInDays(days) && slot_time === time
    const value = { reviewId, reviewer: _id, slot: free.find(isIt)?._id ?? '' }
    return (await school.call(bookSlot.advisor, { token: advisor, body: { value } })).review
  }

  /** Opens a screen as this reviewer. */
  async function open(page: Page, path: string): Promise<void> {
    await storeSession(page, school.url, 'reviewer', token)
    await page.goto(path)
  }

  return { _id, token, book, open }
}
