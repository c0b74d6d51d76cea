import { getProfile } from '#contract/people/profile.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { getDateInDays } from '../kit/days.ts'
import type { School } from '../kit/school.ts'
import { type Newcomer, onboard } from './schools/invite-and-onboard.ts'

/**
 * A new reviewer without bookings, with half-hour slots from 9:00 to 10:30 AM tomorrow and the day
 * after.
 */
export async function addReviewerWithSlots(
  school: School,
): Promise<Newcomer & { _id: string; token: string }> {
  const reviewer = await onboard(school, 'reviewer', 'Rita Moreau')
  const token = await school.tokenOf('reviewer', reviewer)
  for (const date of [getDateInDays(1), getDateInDays(2)]) {
    const values = { date, timeStart: '09:00', timeEnd: '10:30', reviewTime: 30 }
    await school.call(addSlots, { token, body: { values } })
  }
  const { _id } = await school.call(getProfile.reviewer, { token })
  return { ...reviewer, _id, token }
}
