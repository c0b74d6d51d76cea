import { expect, test } from 'vitest'
import { listStudentReviews } from '#contract/reviews/look-back.ts'
import { getHome, listReviews } from '#contract/reviews.ts'
import { listWeeklyTasks } from '#contract/tasks.ts'
import { twoDigits } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool, type School } from '../school.ts'
import { factsIn, field, region, textsOf } from '../see.ts'

/** A booked review of the reviewer's, before which somebody else left the student tasks to do. */
async function reviewAfterSomebodyElses(school: School) {
  const token = await school.tokenOf('admin')
  const booked = await school.call(listReviews.reviewer, {
    token: await school.tokenOf('reviewer'),
    query: { home: 'true' },
  })
  for (const review of booked) {
    const query = { student: review.student._id }
    const [present, before] = await school.call(listStudentReviews, { token, query })
    const isTheirs = before?.reviewer?._id === review.reviewer?._id
    if (present?._id === review._id && before?.pendingTask.length && !isTheirs) {
      return { review, before }
    }
  }
  throw new Error('No booked review follows one of somebody else with pending tasks')
}

test('the marks and pending tasks of the review before are at hand, whoever held it', async () => {
  const school = await demoSchool()
  const { review, before } = await reviewAfterSomebodyElses(school)
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${review._id}` })
  expect(factsIn(await region(`Last marks, week ${twoDigits(before.week)}`))).toEqual({
    'Code mark': String(before.mark.code),
    'Theory mark': String(before.mark.theory),
    'Week status': before.mark.weekStatus,
  })
  for (const [index, text] of before.pendingTask.entries()) {
    expect(await field(`Pending task ${index + 1}`)).toHaveValue(text)
  }
})

test('what the student had to do in the week is at hand', async () => {
  const school = await demoSchool()
  const token = await school.tokenOf('student')
  const review = await school.call(getHome, { token })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  const { tasks } = await school.call(listWeeklyTasks, { token })
  const task = tasks.find(({ week }) => week === review.week)
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${review._id}` })
  const card = await region('Tasks of week 05')
  expect(textsOf(await card.findAllByRole('listitem'))).toEqual([
    ...(task?.personalDevelopmentWorkout ?? []),
    ...(task?.technicalWorkouts ?? []),
    ...(task?.miscellaneousWorkouts ?? []),
  ])
})
