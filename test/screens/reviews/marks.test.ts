import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { answer, choose, fill, press } from '../actions.ts'
import { fullDate } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { besideLast, field, getTexts, region, toast } from '../queries.ts'
import { demoSchool } from '../school.ts'

/** The details of the demo student's booked review, for its reviewer. */
async function openReviewToMark() {
  const school = await demoSchool()
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' } as const
  const [review] = await school.call(listReviews.reviewer, { token, query })
  if (!review) throw new Error('the demo student has no open review')
  const at = `/reviewer/review-details/${review._id}`
  await openScreen(school, { as: { role: 'reviewer', token }, at })
  const read = async () => {
    const [found] = await school.call(listReviews.reviewer, { token, query: { id: review._id } })
    return found
  }
  return { school, review, read }
}

const line = (number: number) => field(`What is left to do, line ${number}`)
const saved = 'mark updated successfully.'

/** The warning before a mark completes a review that has not started. */
function formatEarlyWarning({ day, time, student, advisor }: Review): string {
  const when = `${fullDate(day ?? '').slice(0, -5)}, ${time}`
  const whatFollows = `After that, ${advisor?.name} decides whether ${student.name} repeats the week or moves on`
  return `This review starts on ${when}. Saving a mark completes the review. ${whatFollows}.`
}

async function typeMark(code: string, theory: string): Promise<void> {
  await press('Edit the mark')
  await fill(await field('Code mark'), code)
  await fill(await field('Theory mark'), theory)
}

test('a mark can be entered, read and changed', async () => {
  const { read, review } = await openReviewToMark()
  const last = review.lastMark
  if (!last) throw new Error('the demo student has no marks of the week before')
  const mark = await region('Mark')
  expect(mark.getAllByText('none yet')).toHaveLength(3)
  expect(mark.queryAllByRole('textbox')).toEqual([])
  for (const [code, theory, status] of [
    ['81', '74.5', 'Task Needs Improvement'],
    ['35', '100', 'Task Critical'],
  ] as const) {
    await typeMark(code, theory)
    await choose('Week status', status)
    await press('Save')
    // The review starts later; once it is conducted, changing a mark asks nothing.
    if ((await read())?.status === 'review-scheduled')
      await answer(formatEarlyWarning(review), 'Save the mark')
    await toast(saved)
    await waitFor(() => {
      const shown = getTexts(mark.getAllByRole('definition'))
      expect(shown).toEqual([
        besideLast(Number(code), last.code),
        besideLast(Number(theory), last.theory),
        `${status} last week ${last.weekStatus}`,
      ])
    })
    expect(mark.queryAllByRole('textbox')).toEqual([])
    const kept = { code: Number(code), theory: Number(theory), weekStatus: status }
    expect(await read()).toMatchObject({ status: 'conducted', mark: kept })
  }
})

test('marking before the review, or without a week status, asks for confirmation', async () => {
  const { read, review } = await openReviewToMark()
  await typeMark('81', '74')
  await press('Save')
  const { student, advisor } = review
  const question =
    `No week status is set. ${student.name} and ${advisor?.name} will see both marks but not ` +
    `how the week went. You can set it later in the review’s details. ${formatEarlyWarning(review)}`
  await answer(question, 'Cancel')
  expect(await read()).toMatchObject({ status: 'review-scheduled' })
  expect(await field('Code mark')).toHaveValue('81')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
  await press('Save')
  await answer(question, 'Save without it')
  await toast(saved)
  expect(await read()).toMatchObject({ status: 'conducted', mark: { weekStatus: '' } })
})

test('a mark has to be a number from 0 to 100', async () => {
  const { read } = await openReviewToMark()
  await press('Edit the mark')
  await userEvent.type(await field('Code mark'), '8x1')
  expect(await field('Code mark')).toHaveValue('81')
  await fill(await field('Theory mark'), '101')
  await press('Save')
  await screen.findByText('Please enter a number from 0 to 100')
  expect(await field('Theory mark')).toHaveFocus()
  await press('Cancel')
  const mark = await region('Mark')
  await waitFor(() => expect(mark.getAllByText('none yet')).toHaveLength(3))
  expect(await read()).toMatchObject({ status: 'review-scheduled' })
})

test('marks that were saved in another tab are shown before they are replaced', async () => {
  const { school, review, read } = await openReviewToMark()
  await typeMark('81', '74')
  await choose('Week status', 'Task Completed')
  const token = await school.tokenOf('reviewer')
  const mark = { code: 60, theory: 55, weekStatus: 'Task Critical' } as const
  await school.call(updateMark, { token, body: { id: review._id, value: { mark } } })
  await press('Save')
  await answer(formatEarlyWarning(review), 'Save the mark')
  await toast(/^The marks were changed meanwhile, so nothing was saved/)
  await screen.findByText(/^The marks were changed meanwhile: code 60, theory 55, Task Critical/)
  expect(await read()).toMatchObject({ mark })
  expect(await field('Code mark')).toHaveValue('81')
  await press('Save')
  await toast(saved)
  expect(await read()).toMatchObject({ mark: { code: 81, theory: 74 } })
})

test('once the advisor has decided, the marks are no longer edited here', async () => {
  const { school, review } = await openReviewToMark()
  await typeMark('81', '74')
  await choose('Week status', 'Task Completed')
  await press('Save')
  await answer(formatEarlyWarning(review), 'Save the mark')
  await screen.findByRole('button', { name: 'Edit the mark' })
  const token = await school.tokenOf('advisor')
  const body = { id: review._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token, body })
  // In place of the live connection, which the test does not have.
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit the mark' })).toBeNull())
  screen.getByRole('button', { name: 'Edit the pending tasks' })
})

test('pending tasks are saved line by line, without empty lines', async () => {
  const { read } = await openReviewToMark()
  await press('Edit the pending tasks')
  await fill(await line(1), 'Read about closures')
  await userEvent.type(await line(1), '{Enter}')
  expect(await line(2)).toHaveFocus()
  await press('Save')
  await screen.findByText('This field is required')
  expect(await line(2)).toHaveFocus()
  await fill(await line(2), 'Finish the timer app')
  await press(/^Add a line/)
  await fill(await line(3), 'One too many')
  await press('Remove line 3 of What is left to do')
  await press('Save')
  await toast('pending task updated.')
  const lines = ['Read about closures', 'Finish the timer app']
  await screen.findByRole('button', { name: 'Edit the pending tasks' })
  const pending = await region('Pending tasks')
  await waitFor(() => expect(getTexts(pending.getAllByRole('listitem'))).toEqual(lines))
  expect(await read()).toMatchObject({ status: 'review-scheduled', pendingTask: lines })
})

test('a review that was taken from the reviewer cannot be changed, and shows the server’s message', async () => {
  const { school, review } = await openReviewToMark()
  await typeMark('81', '74')
  await choose('Week status', 'Task Completed')
  await press('Edit the pending tasks')
  await fill(await line(1), 'Read about closures')

  // The advisor decides without a meeting, which frees the slot.
  const token = await school.tokenOf('advisor')
  const body = { id: review._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token, body })
  for (const [name, question] of [
    ['Mark', formatEarlyWarning(review)],
    ['Pending tasks'],
  ] as const) {
    await press('Save', await region(name))
    if (question) await answer(question, 'Save the mark')
    const refusal = await toast('This review does not exist')
    const alert = refusal.closest<HTMLElement>('[role=alert]') ?? refusal
    await userEvent.click(within(alert).getByRole('button'))
    await waitFor(() => expect(alert).not.toBeInTheDocument())
  }
  // In place of the live connection, which the test does not have.
  await queryClient.invalidateQueries()
  await screen.findByText('This review is no longer yours')
  expect(screen.queryByRole('button', { name: 'Start Review' })).not.toBeInTheDocument()
  expect(await field('Code mark')).toHaveValue('81')
  expect(await line(1)).toHaveValue('Read about closures')
})
