import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listReviews } from '#contract/reviews.ts'
import { answer, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool, type School } from '../school.ts'
import { region, toast } from '../see.ts'

/** The advisor at the details of a review that waits for a decision. */
async function begin(school: School) {
  const token = await school.tokenOf('advisor')
  const query = { status: 'conducted', open: 'true' } as const
  const [review] = await school.call(listReviews.advisor, { token, query })
  if (!review) throw new Error('no review waits for a decision')
  const at = `/advisor/review-details/${review._id}`
  await openScreen(school, { as: { role: 'advisor', token }, at })
  return { token, review }
}

const nextWeek = 'Are you sure you want to proceed to the next week?'
const repeatWeek = 'Are you sure you want to repeat this week?'

test('a student repeats the week once the question is answered', async () => {
  const { review } = await begin(await demoSchool())
  await press('Repeat week')
  await answer(repeatWeek, 'Yes, repeat the week')
  await toast('review status updated successfully.')
  await region(`${review.student.name} repeats week ${String(review.week).padStart(2, '0')}`)
})

test('an advisor who thinks again cancels, and nothing has changed', async () => {
  const school = await demoSchool()
  const { review, token } = await begin(school)
  for (const [button, question] of [
    ['Next week', nextWeek],
    ['Repeat week', repeatWeek],
  ] as const) {
    await press(button)
    await answer(question, 'Cancel')
  }
  const query = { student: review.student._id, open: 'true' }
  const open = await school.call(listReviews.advisor, { token, query })
  expect(open.map(({ _id }) => _id)).toEqual([review._id])
  await screen.findByRole('button', { name: 'Next week' })
})
