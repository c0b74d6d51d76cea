import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getFeedback } from '#contract/feedback.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews, type Mark, type Review } from '#contract/reviews/reviews.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { formatReviewName } from '#web/reviews/display/review-name.ts'
import { answer, choose, fill, press } from '../actions.ts'
import { formatFullDate } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import {
  findField,
  findHeading,
  findRegion,
  findToast,
  formatMarkBesidePrevious,
  getTexts,
} from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const otherMark = { code: 60, theory: 55, weekStatus: 'Task Critical' } as const

/** The demo student's booked review, for its reviewer: its details, or the call. */
async function openReviewToMark(name: 'review-details' | 'call' = 'review-details', marked?: Mark) {
  const school = await startDemoSchool()
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' } as const
  const [review] = await school.call(listReviews.reviewer, { token, query })
  if (!review) throw new Error('the demo student has no open review')
  const { _id: id } = review
  // Another session of the reviewer.
  const saveElsewhere = async (value: { mark: Mark; feedback?: string }) => {
    const token = await school.tokenOf('reviewer')
    await school.call(updateMark, { token, body: { id, value } })
  }
  const readFeedback = async () =>
    (await school.call(getFeedback.reviewer, { token, query: { id } })).feedback
  if (marked) await saveElsewhere({ mark: marked })
  const at = `/reviewer/${name}/${id}`
  await openScreen(school, { as: { role: 'reviewer', token }, at })
  const read = async () => {
    const [found] = await school.call(listReviews.reviewer, { token, query: { id: review._id } })
    return found
  }
  return { school, review, read, saveElsewhere, readFeedback }
}

const line = (number: number) => findField(`What is left to do, line ${number}`)
const saved = 'mark updated successfully.'

/** The warning before a mark completes a review that has not started. */
function formatEarlyWarning({ day, time, student, advisor }: Review): string {
  const when = `${formatFullDate(day ?? '').slice(0, -5)}, ${time}`
  const whatFollows = `After that, ${advisor?.name} decides whether ${student.name} repeats the week or moves on`
  return `This review starts on ${when}. Saving a mark completes the review. ${whatFollows}.`
}

async function typeMark(code: string, theory: string): Promise<void> {
  await press('Edit the mark')
  await fill(await findField('Code mark'), code)
  await fill(await findField('Theory mark'), theory)
}

test('a mark can be entered, read and changed', async () => {
  const { read, review } = await openReviewToMark()
  const last = review.lastMark
  if (!last) throw new Error('the demo student has no marks of the week before')
  const mark = await findRegion('Mark')
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
    await findToast(saved)
    await waitFor(() => {
      const shown = getTexts(mark.getAllByRole('definition'))
      expect(shown).toEqual([
        formatMarkBesidePrevious(Number(code), last.code),
        formatMarkBesidePrevious(Number(theory), last.theory),
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
  expect(await findField('Code mark')).toHaveValue('81')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
  await press('Save')
  await answer(question, 'Save without it')
  await findToast(saved)
  expect(await read()).toMatchObject({ status: 'conducted', mark: { weekStatus: '' } })
})

test('a mark has to be a number from 0 to 100', async () => {
  const { read } = await openReviewToMark()
  await press('Edit the mark')
  await userEvent.type(await findField('Code mark'), '8x1')
  expect(await findField('Code mark')).toHaveValue('81')
  await fill(await findField('Theory mark'), '101')
  await press('Save')
  await screen.findByText('Please enter a number from 0 to 100')
  expect(await findField('Theory mark')).toHaveFocus()
  await press('Cancel')
  const mark = await findRegion('Mark')
  await waitFor(() => expect(mark.getAllByText('none yet')).toHaveLength(3))
  expect(await read()).toMatchObject({ status: 'review-scheduled' })
})

test('marks that were saved in another tab are shown before they are replaced', async () => {
  const { review, read, saveElsewhere } = await openReviewToMark()
  await typeMark('81', '74')
  await choose('Week status', 'Task Completed')
  await saveElsewhere({ mark: otherMark })
  await press('Save')
  await answer(formatEarlyWarning(review), 'Save the mark')
  await findToast(/^The marks were changed in the meantime, so nothing was saved/)
  await screen.findByText(
    /^The marks were changed in the meantime: code 60, theory 55, Task Critical/,
  )
  expect(await read()).toMatchObject({ mark: otherMark })
  expect(await findField('Code mark')).toHaveValue('81')
  await press('Save')
  await findToast(saved)
  expect(await read()).toMatchObject({ mark: { code: 81, theory: 74 } })
})

test('beside the call, marks that were saved in another tab are shown before they are replaced', async () => {
  const { review, read, saveElsewhere } = await openReviewToMark('call')
  await fill(await findField('Code mark'), '81')
  await fill(await findField('Theory mark'), '74')
  await choose('Week status', 'Task Completed')
  await screen.findByText('Draft saved')
  await saveElsewhere({ mark: otherMark })
  await press('Submit the mark')
  await answer(formatEarlyWarning(review), 'Save the mark')
  await findToast(/^The marks were changed in the meantime, so nothing was saved/)
  await screen.findByText(
    /^The marks were changed in the meantime: code 60, theory 55, Task Critical/,
  )
  expect(await read()).toMatchObject({ mark: otherMark })
  // The other tab has removed the draft, which is kept again.
  await screen.findByText('Draft saved')
  await press('Submit the mark')
  await findToast(saved)
  expect(await read()).toMatchObject({ mark: { code: 81, theory: 74 } })
  await waitFor(() => expect(screen.queryByText(/^The marks were changed/)).toBeNull())
  // The next marks replace these.
  await fill(await findField('Code mark'), '82')
  await press('Submit the mark')
  await waitFor(async () => expect(await read()).toMatchObject({ mark: { code: 82 } }))
  expect(screen.queryByText(/^The marks were changed/)).toBeNull()
})

test('beside the call, the marks of another tab can be kept', async () => {
  const { read, saveElsewhere } = await openReviewToMark('call')
  await fill(await findField('Code mark'), '81')
  await fill(await findField('Feedback to the student (optional)'), 'Mine')
  await saveElsewhere({ mark: otherMark, feedback: 'Theirs' })
  // In place of the live connection, which the test does not have.
  await queryClient.invalidateQueries()
  await screen.findByText(/^The marks were changed in the meantime: code 60/)
  await screen.findByText('Theirs')
  await press('Discard mine')
  await waitFor(async () => expect(await findField('Code mark')).toHaveValue('60'))
  expect((await screen.findAllByRole('radio'))[0]).toHaveFocus()
  expect(await findField('Feedback to the student (optional)')).toHaveValue('Theirs')
  expect(screen.queryByText(/^The marks were changed/)).toBeNull()
  expect(localStorage.getItem('drafts')).toBeNull()
  await press('Submit the mark')
  await findToast(saved)
  expect(await read()).toMatchObject({ mark: otherMark })
})

test.each(['call', 'review-details'] as const)(
  'feedback that was saved in another tab is shown before it is replaced, with equal marks (%s)',
  async (screenName) => {
    const { saveElsewhere, readFeedback } = await openReviewToMark(screenName, otherMark)
    const isCall = screenName === 'call'
    const submit = isCall ? 'Submit the mark' : 'Save'
    if (!isCall) await press('Edit the mark')
    const text = await findField('Feedback to the student (optional)')
    await fill(text, 'Mine')
    await saveElsewhere({ mark: otherMark, feedback: 'Theirs' })
    await press(submit)
    await findToast(
      /^The feedback or the points were changed in the meantime, so nothing was saved/,
    )
    await screen.findByText(
      /^The feedback or the points were changed in the meantime. Saving yours/,
    )
    await screen.findByText('Saved version')
    expect((await screen.findAllByText('Theirs'))[0]).toBeVisible()
    expect(text).toHaveValue('Mine')
    expect(await readFeedback()).toBe('Theirs')
    await press(submit)
    await findToast(saved)
    expect(await readFeedback()).toBe('Mine')
  },
)

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
  await findToast('pending task updated.')
  const lines = ['Read about closures', 'Finish the timer app']
  await screen.findByRole('button', { name: 'Edit the pending tasks' })
  const pending = await findRegion('Pending tasks')
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
    await press('Save', await findRegion(name))
    if (question) await answer(question, 'Save the mark')
    const refusal = await findToast('This review does not exist')
    const alert = refusal.closest<HTMLElement>('[role=alert]') ?? refusal
    await userEvent.click(within(alert).getByRole('button'))
    await waitFor(() => expect(alert).not.toBeInTheDocument())
  }
  // In place of the live connection, which the test does not have.
  await queryClient.invalidateQueries()
  await screen.findByText('You no longer have this review')
  expect(screen.queryByRole('button', { name: 'Start Review' })).not.toBeInTheDocument()
  expect(await findField('Code mark')).toHaveValue('81')
  expect(await line(1)).toHaveValue('Read about closures')
})

/** Opens a review by the command palette. */
async function find(review: Review): Promise<void> {
  const { student, week } = review
  await userEvent.keyboard('{Control>}k{/Control}')
  await fill(
    await screen.findByRole('combobox', { name: 'Find anything' }),
    `${student.name} week ${week}`,
  )
  const found = within(await screen.findByRole('group', { name: 'Reviews' }))
  const name = new RegExp(`^${formatReviewName(review)}`)
  await userEvent.click(await found.findByRole('option', { name }))
}

test('another review opened while pending tasks are edited shows its own, not the form', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('reviewer')
  const [one, other] = await school.call(listReviews.reviewer, {
    token,
    query: { status: 'conducted' },
  })
  if (!one || !other) throw new Error('The demo reviewer has no two marked reviews')
  await openScreen(school, { as: 'reviewer', at: paths.reviewDetails('reviewer', one._id) })
  await findHeading(formatReviewName(one) ?? '')
  await find(other)
  await findHeading(formatReviewName(other) ?? '')
  await press('Edit the pending tasks')
  await find(one)
  await findHeading(formatReviewName(one) ?? '')
  await screen.findByRole('button', { name: 'Edit the pending tasks' })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
})
