import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks } from '#contract/tasks/tasks.ts'
import { paths } from '#web/paths.ts'
import { answer, choose, failRequests, fill, goTo, press } from '../actions.ts'
import { formatTwoDigits } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findRegion, findToast, getFacts, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'

/**
 * A booked review of the reviewer whose previous review another reviewer held, leaving pending
 * tasks.
 */
async function makeReviewAfterAnother(school: School) {
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

test('the call shows the marks and pending tasks of the previous review, whoever held it', async () => {
  const school = await startDemoSchool()
  const { review, before } = await makeReviewAfterAnother(school)
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${review._id}` })
  expect(getFacts(await findRegion(`Last marks, week ${formatTwoDigits(before.week)}`))).toEqual({
    'Code mark': String(before.mark.code),
    'Theory mark': String(before.mark.theory),
    'Week status': before.mark.weekStatus,
  })
  for (const [index, text] of before.pendingTask.entries()) {
    expect(await findField(`Pending task ${index + 1}`)).toHaveValue(text)
  }
})

test('the call shows the student’s task of the week', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const review = await school.call(getHome, { token })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  const { tasks } = await school.call(listWeeklyTasks, { token })
  const task = tasks.find(({ week }) => week === review.week)
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${review._id}` })
  const card = await findRegion('Tasks of week 05')
  expect(getTexts(await card.findAllByRole('listitem'))).toEqual([
    ...(task?.personalDevelopmentWorkout ?? []),
    ...(task?.technicalWorkouts ?? []),
    ...(task?.miscellaneousWorkouts ?? []),
  ])
})

/** The call of a review that started a while ago, with the marks filled in. */
async function openCallWithMarks() {
  const school = await startDemoSchool()
  const { review, before } = await makeReviewAfterAnother(school)
  school.moveTo(Date.parse(review.startsAt ?? '') + 25 * 60_000)
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${review._id}` })
  await fill(await findField('Code mark'), '77')
  await fill(await findField('Theory mark'), '68')
  await choose('Week status', 'Task Completed')
  /** The pending tasks in the details of either side and on the student's home. */
  const shown = async () => {
    const token = await school.tokenOf('student', review.student.email)
    const student = { role: 'student', token } as const
    const lists = []
    for (const [as, at, card] of [
      ['reviewer', paths.reviewDetails('reviewer', review._id), 'Pending tasks'],
      [student, paths.reviewDetails('student', review._id), 'Pending tasks'],
      [student, '/', 'This week'],
    ] as const) {
      await openScreen(school, { as, at })
      const one = await findRegion(card)
      const title = await one.findByRole('heading', { name: 'Pending tasks' })
      const list = (at === '/' ? title.parentElement : title.closest('section'))?.querySelector(
        'ul',
      )
      lists.push(getTexts([...(list?.children ?? [])]))
    }
    return lists
  }
  return { school, review, before, shown }
}

test('earlier pending tasks stay when only the mark is submitted', async () => {
  const { before, shown } = await openCallWithMarks()
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  const left = before.pendingTask
  expect(await shown()).toEqual([left, left, left])
})

test('edited and completed pending tasks are saved with the mark', async () => {
  const { before, shown } = await openCallWithMarks()
  expect(screen.queryByText('The pending tasks below are saved with it.')).toBeNull()
  await userEvent.click(await findField('Pending task 1 is done'))
  await press('Add a pending task')
  const line = await findField(`Pending task ${before.pendingTask.length + 1}`)
  await press('Submit the mark')
  await expectError(line, 'This field is required')
  expect(line).toHaveFocus()
  await fill(line, 'Draw the tables')
  await screen.findByText('The pending tasks below are saved with it.')
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  const left = [...before.pendingTask.slice(1), 'Draw the tables']
  expect(await shown()).toEqual([left, left, left])
})

test('pasting several lines into a pending task creates several tasks', async () => {
  const { before, shown } = await openCallWithMarks()
  await press('Add a pending task')
  const next = before.pendingTask.length + 1
  await userEvent.click(await findField(`Pending task ${next}`))
  await userEvent.paste('Draw the tables\n\nRead https://example.org/keys.\n')
  expect(await findField(`Pending task ${next + 1}`)).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(await findField(`Pending task ${next}`)).toHaveValue('')
  expect(await findField(`Pending task ${next}`)).toHaveFocus()
  await userEvent.paste('Draw the tables\nRead https://example.org/keys.')
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  const left = [...before.pendingTask, 'Draw the tables', 'Read https://example.org/keys.']
  expect(await shown()).toEqual([left, left, left])
  expect(await screen.findByRole('link', { name: 'https://example.org/keys' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  )
})

test('pending tasks that could not be submitted are there again after a reload', async () => {
  const school = await startDemoSchool()
  const { review, before } = await makeReviewAfterAnother(school)
  const at = `/reviewer/call/${review._id}`
  await openScreen(school, { as: 'reviewer', at })
  await press('Add a pending task')
  const added = `Pending task ${before.pendingTask.length + 1}`
  await fill(await findField(added), 'Draw the tables')
  const restore = failRequests(updateMark.path)
  await press('Submit the pending tasks')
  await findToast('error')
  restore()
  await screen.findByText('Draft saved')
  await openScreen(school, { as: 'reviewer', at })
  expect(await findField(added)).toHaveValue('Draw the tables')
})

const unsentMarks = 'You have unsent marks or feedback. Press Edit to continue.'
const unsentTasks = 'You have unsent pending tasks. Press Edit to continue.'

/** The review's page, after marks and pending tasks were typed beside the call and not submitted. */
async function openPageAfterCall() {
  const { school, review, before } = await openCallWithMarks()
  await userEvent.click(await findField('Pending task 1 is done'))
  await press('Add a pending task')
  await fill(await findField(`Pending task ${before.pendingTask.length + 1}`), 'Draw the tables')
  await screen.findByText('Draft saved')
  const at = paths.reviewDetails('reviewer', review._id)
  await openScreen(school, { as: 'reviewer', at })
  await screen.findByText(unsentMarks)
  await screen.findByText(unsentTasks)
  const typed = [...before.pendingTask.slice(1), 'Draw the tables']
  const readLines = () =>
    screen
      .getAllByLabelText<HTMLInputElement>(/^What is left to do, line/)
      .map(({ value }) => value)
  return { school, review, before, typed, readLines }
}

test('marks and pending tasks typed beside the call can be sent on the review’s page', async () => {
  const { school, review, typed, readLines } = await openPageAfterCall()
  await press('Edit the mark')
  expect(await findField('Code mark')).toHaveValue('77')
  expect(await findField('Theory mark')).toHaveValue('68')
  await press('Save')
  await findToast('mark updated successfully.')
  await press('Edit the pending tasks')
  expect(readLines()).toEqual(typed)
  await press('Save')
  await findToast('pending task updated.')
  await waitFor(() => expect(screen.queryByText(unsentTasks)).toBeNull())
  expect(screen.queryByText(unsentMarks)).toBeNull()
  const token = await school.tokenOf('reviewer')
  const [saved] = await school.call(listReviews.reviewer, { token, query: { id: review._id } })
  expect(saved).toMatchObject({
    mark: { code: 77, theory: 68, weekStatus: 'Task Completed' },
    pendingTask: typed,
  })
})

test('Cancel on the review’s page drops what was typed beside the call', async () => {
  const { school, review, before, readLines } = await openPageAfterCall()
  await press('Edit the mark')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByText(unsentMarks)).toBeNull())
  await press('Edit the pending tasks')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByText(unsentTasks)).toBeNull())
  await press('Edit the mark')
  expect(await findField('Code mark')).toHaveValue('')
  await press('Edit the pending tasks')
  expect(readLines()).toEqual(before.pendingTask)
  const token = await school.tokenOf('reviewer')
  const { draft } = await school.call(getDraft, { token, query: { id: review._id } })
  expect(draft).toEqual({ mark: null, pendingTask: null })
})

/** The call with marks and a pending task that are not saved, because the server is away. */
async function openCallAndFail() {
  const { school, review, before } = await openCallWithMarks()
  await screen.findByText('Draft saved')
  const restore = failRequests(saveDraft.path)
  await fill(await findField('Code mark'), '78')
  await press('Add a pending task')
  await fill(await findField(`Pending task ${before.pendingTask.length + 1}`), 'Draw the tables')
  await screen.findByText(/^The draft is not saved/)
  const token = await school.tokenOf('reviewer')
  const readSaved = async () =>
    (await school.call(getDraft, { token, query: { id: review._id } })).draft
  const expectTypedToBeSaved = () =>
    waitFor(async () => {
      const { mark, pendingTask } = await readSaved()
      expect([mark?.code, pendingTask?.at(-1)?.text]).toEqual(['78', 'Draw the tables'])
    })
  return { restore, expectTypedToBeSaved }
}

test('a draft that could not be saved is saved as the call is left', async () => {
  const { restore, expectTypedToBeSaved } = await openCallAndFail()
  await goTo('Profile')
  const warning = 'Your changes are not saved and will be lost.'
  await screen.findByText(warning)
  restore()
  await answer(warning, 'Leave')
  await expectTypedToBeSaved()
  expect(consoleErrors.splice(0).join()).toContain('the draft was not saved')
})

/** Whether the browser asks before it closes the page. */
const asksBeforeClosing = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a draft that could not be saved is saved again by itself; until then closing the page asks', async () => {
  const { restore, expectTypedToBeSaved } = await openCallAndFail()
  expect(asksBeforeClosing()).toBe(true)
  restore()
  await screen.findByText('Draft saved')
  await expectTypedToBeSaved()
  expect(asksBeforeClosing()).toBe(false)
  expect(consoleErrors.splice(0).join()).toContain('the draft was not saved')
})
