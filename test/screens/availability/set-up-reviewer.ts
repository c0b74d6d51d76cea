import {
  type AvailabilityBlock,
  emptyAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getProfile } from '#contract/people/profile.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { listOwnSlots } from '#contract/slots/slots.ts'
import { monday } from '#test/app.ts'
import { onboard } from '../accounts/newcomers.ts'
import { getDateInDays, schoolZone } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { startDemoSchool } from '../school.ts'

/** Tuesday morning, every week; the tests' today is a Monday, so that is tomorrow. */
export const tuesdayMorningBlock: AvailabilityBlock = {
  weekday: 2,
  from: '09:00',
  to: '11:00',
  reviewTime: 30,
  everyWeeks: 1,
  since: getDateInZone(monday, schoolZone),
  until: null,
}

/** A new reviewer with these times; `open` shows the screen at `at`. */
export async function setUpReviewer(
  blocks: AvailabilityBlock[] = [],
  at = '/reviewer/availability',
) {
  const school = await startDemoSchool()
  const { email } = await onboard(school, 'reviewer')
  const token = await school.tokenOf('reviewer', email)
  if (blocks.length > 0) {
    await school.call(saveAvailability, {
      token,
      body: { value: { ...emptyAvailability, blocks } },
    })
  }

  /** Lets an advisor book a slot of tomorrow; returns the student's name. */
  async function book(time: string): Promise<string> {
    const { _id: reviewer } = await school.call(getProfile.reviewer, { token })
    const advisor = await school.tokenOf('advisor')
    const query = { type: 'booking' }
    const [review] = await school.call(listReviews.advisor, { token: advisor, query })
    const slots = await school.call(listOwnSlots, { token })
    const slot = slots.find(
      ({ slot_time, date }) => slot_time === time && date === getDateInDays(1),
    )
    const value = { reviewId: review?._id ?? '', reviewer, slot: slot?._id ?? '' }
    await school.call(bookSlot.advisor, { token: advisor, body: { value } })
    return review?.student.name ?? ''
  }

  const open = () => openScreen(school, { as: { role: 'reviewer', token }, at })
  return { school, token, book, open }
}
