import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getFeedback, savePhrases } from '#contract/feedback.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { signOut } from '#web/accounts/api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { choose, fill, findDialog, holdRequests, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findHeading, findRegion, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const feedbackLabel = 'Feedback to the student (optional)'
const noteLabel = 'Note for staff (optional)'
const mark = { code: 77, theory: 68, weekStatus: 'Task Completed' } as const

/** The demo student's review, 25 minutes after it began, and its feedback as stored. */
async function start() {
  const school = await startDemoSchool()
  const student = await school.tokenOf('student')
  const review = await school.call(getHome, { token: student })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  school.moveTo(Date.parse(review.startsAt ?? '') + 25 * 60_000)
  const reviewer = await school.tokenOf('reviewer')
  const { _id: id } = review
  const read = async () =>
    school.call(getFeedback.admin, { token: await school.tokenOf('admin'), query: { id } })
  const save = (value: { feedback: string; note?: string }) =>
    school.call(updateMark, { token: reviewer, body: { id, value: { mark, ...value } } })
  const open = (as: 'student' | 'reviewer' | 'advisor' | 'admin') =>
    openScreen(school, { as, at: `${as === 'student' ? '' : `/${as}`}/review-details/${id}` })
  return { school, review, id, reviewer, read, save, open }
}

test('feedback that is typed beside the call outlives a reload, and goes with the mark', async () => {
  const { school, id, read } = await start()
  const call = { as: 'reviewer', at: `/reviewer/call/${id}` } as const
  await openScreen(school, call)
  await fill(await findField(feedbackLabel), 'Read **closures** again')
  await fill(await findField(noteLabel), 'Looked tired')
  await screen.findByText('closures', { selector: 'strong' })
  await openScreen(school, call)
  expect(await findField(feedbackLabel)).toHaveValue('Read **closures** again')
  expect(await findField(noteLabel)).toHaveValue('Looked tired')
  await fill(await findField('Code mark'), '77')
  await fill(await findField('Theory mark'), '68')
  await choose('Week status', 'Task Completed')
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  const sent = { feedback: 'Read **closures** again', note: 'Looked tired' }
  expect(await read()).toMatchObject(sent)
  expect(localStorage.getItem('drafts')).toBeNull()
  // The next edit starts from what was saved.
  await fill(await findField(noteLabel), '')
  await press('Submit the mark')
  await waitFor(async () => expect(await read()).toMatchObject({ ...sent, note: '' }))
})

test('feedback that is typed while the mark is being submitted stays in the field', async () => {
  const { id, school, read } = await start()
  await openScreen(school, { as: 'reviewer', at: `/reviewer/call/${id}` })
  await fill(await findField(feedbackLabel), 'Well done.')
  await fill(await findField('Code mark'), '77')
  await fill(await findField('Theory mark'), '68')
  await choose('Week status', 'Task Completed')
  const release = holdRequests(updateMark.path)
  await press('Submit the mark')
  await fill(await findField(feedbackLabel), 'Well done. Read closures again.')
  release()
  await findToast('mark updated successfully.')
  expect(await read()).toMatchObject({ feedback: 'Well done.' })
  expect(await findField(feedbackLabel)).toHaveValue('Well done. Read closures again.')
  await press('Submit the mark')
  await waitFor(async () =>
    expect(await read()).toMatchObject({ feedback: 'Well done. Read closures again.' }),
  )
})

test('feedback that is typed while a corrected mark is saved is kept as unsent', async () => {
  const { save, open, read } = await start()
  await save({ feedback: 'Well done.' })
  await open('reviewer')
  await press('Edit the mark')
  const release = holdRequests(updateMark.path)
  await fill(await findField(feedbackLabel), 'Very well done.')
  await press('Save')
  await fill(await findField(feedbackLabel), 'Very well done. Read closures again.')
  release()
  await findToast('mark updated successfully.')
  expect(await read()).toMatchObject({ feedback: 'Very well done.' })
  await screen.findByText('You have unsent marks or feedback. Press Edit to continue.')
  await press('Edit the mark')
  expect(await findField(feedbackLabel)).toHaveValue('Very well done. Read closures again.')
})

test('phrases are added once and inserted with one press, where the caret is', async () => {
  const { school, open, reviewer } = await start()
  await school.call(savePhrases, {
    token: reviewer,
    body: { value: { phrases: ['Well done.'] } },
  })
  await open('reviewer')
  await press('Edit the mark')
  const text = await findField(feedbackLabel)
  await fill(text, 'Forms: ')
  await press('Well done.')
  await press('Well done.')
  expect(text).toHaveValue('Forms: Well done. Well done.')
  expect(text).toHaveFocus()
  await press('Edit phrases')
  const phrases = await findDialog()
  await press(/^Add a line/, phrases)
  await fill(await findField('Phrases, line 2'), 'Name your functions.')
  await press('Save', phrases)
  await findToast('Your phrases were saved.')
  await press('Name your functions.')
  expect(text).toHaveValue('Forms: Well done. Well done. Name your functions.')
  await press('Cancel')
  await press('Edit the mark')
  expect(await findField(feedbackLabel)).toHaveValue('')
})

test('a student reads the feedback and replies once; staff read the reply and the note', async () => {
  const { save, open, review, read } = await start()
  await save({ feedback: '# Theory\n\n- Read **closures** again', note: 'Looked tired' })
  await open('student')
  const card = await findRegion('Feedback')
  await card.findByText('closures', { selector: 'li strong' })
  expect(document.body.textContent).not.toContain('Looked tired')
  await press('Send the reply', card)
  await expectError(await findField('Your reply'), 'Please write a reply')
  await fill(await findField('Your reply'), 'I will, thank you')
  await press('Send the reply', card)
  await findToast('Your reply was sent.')
  await card.findByText('I will, thank you')
  await waitFor(() => expect(card.queryByRole('textbox')).toBeNull())
  expect((await read()).reply).toMatchObject({ text: 'I will, thank you' })
  expect(localStorage.getItem('drafts')).toBeNull()
  for (const role of ['reviewer', 'advisor', 'admin'] as const) {
    await open(role)
    const seen = await findRegion('Feedback')
    await seen.findByRole('heading', { name: `${review.student.name}’s reply` })
    await seen.findByText('I will, thank you')
    await seen.findByText('Looked tired')
  }
})

test('a reply that was not sent outlives a reload', async () => {
  const { save, school, id, open } = await start()
  await save({ feedback: 'Read **closures** again' })
  await open('student')
  await fill(await findField('Your reply'), 'I wi')
  await openScreen(school, { as: 'student', at: `/review-details/${id}` })
  expect(await findField('Your reply')).toHaveValue('I wi')
  await userEvent.type(await findField('Your reply'), 'll')
  await press('Send the reply')
  await findToast('Your reply was sent.')
  await (await findRegion('Feedback')).findByText('I will')
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('marks and feedback that were not sent are mentioned on the review’s page, and Cancel drops it', async () => {
  const { open, school, id } = await start()
  await open('reviewer')
  await press('Edit the mark')
  await userEvent.type(await findField(feedbackLabel), 'Half a sen')
  await fill(await findField('Code mark'), '71')
  await choose('Week status', 'Task Critical')
  await openScreen(school, { as: 'reviewer', at: `/reviewer/review-details/${id}` })
  await screen.findByText('You have unsent marks or feedback. Press Edit to continue.')
  await press('Edit the mark')
  expect(await findField(feedbackLabel)).toHaveValue('Half a sen')
  expect(await findField('Code mark')).toHaveValue('71')
  expect(screen.getAllByDisplayValue('Task Critical')[0]).toBeVisible()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByText(/feedback not sent/)).toBeNull())
  await press('Edit the mark')
  expect(await findField('Code mark')).toHaveValue('')
})

test('marks that were not sent continue beside the call, and from there on the review’s page', async () => {
  const { school, id } = await start()
  const page = { as: 'reviewer', at: `/reviewer/review-details/${id}` } as const
  const call = { as: 'reviewer', at: `/reviewer/call/${id}` } as const
  await openScreen(school, page)
  await press('Edit the mark')
  await fill(await findField('Code mark'), '71')
  await openScreen(school, call)
  expect(await findField('Code mark')).toHaveValue('71')
  await fill(await findField('Code mark'), '72')
  await screen.findByText('Draft saved')
  await openScreen(school, page)
  await press('Edit the mark')
  expect(await findField('Code mark')).toHaveValue('72')
  await fill(await findField('Code mark'), '73')
  await fill(await findField('Theory mark'), '68')
  await choose('Week status', 'Task Critical')
  await openScreen(school, call)
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  expect(localStorage.getItem('drafts')).toBeNull()
})

test('marks changed on the review’s page outlast a pending task that is added beside the call', async () => {
  const { school, id } = await start()
  const page = { as: 'reviewer', at: `/reviewer/review-details/${id}` } as const
  const call = { as: 'reviewer', at: `/reviewer/call/${id}` } as const
  await openScreen(school, call)
  await fill(await findField('Code mark'), '71')
  await screen.findByText('Draft saved')
  await openScreen(school, page)
  await press('Edit the mark')
  await fill(await findField('Code mark'), '72')
  await openScreen(school, call)
  await press('Add a pending task')
  await userEvent.keyboard('Read closures')
  await screen.findByText('Draft saved')
  await openScreen(school, page)
  await press('Edit the mark')
  expect(await findField('Code mark')).toHaveValue('72')
})

test('feedback is kept when the server ends the session, for its reviewer only', async () => {
  const { school, id, reviewer } = await start()
  const at = `/reviewer/call/${id}`
  await openScreen(school, { as: { role: 'reviewer', token: reviewer }, at })
  await fill(await findField(feedbackLabel), 'Read closures again')
  const { db } = school.context
  await db.deleteFrom('sessions').execute()
  await queryClient.invalidateQueries()
  await findHeading('Reviewer login')
  await openScreen(school, { as: 'reviewer', at })
  expect(await findField(feedbackLabel)).toHaveValue('Read closures again')

  const other = await db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('role', '=', 'reviewer')
    .where('email', '!=', demoLogins.reviewer.email)
    .executeTakeFirstOrThrow()
  const { slot_id } = await db
    .selectFrom('reviews')
    .select('slot_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reviewer_id = other.id
  await db.updateTable('slots').set({ reviewer_id }).where('id', '=', slot_id).execute()
  const token = await school.tokenOf('reviewer', other.email)
  await openScreen(school, { as: { role: 'reviewer', token }, at })
  expect(await findField(feedbackLabel)).toHaveValue('')
  await fill(await findField(feedbackLabel), 'Begin with closures')
  expect(localStorage.getItem('drafts')).not.toContain('again')
})

test('a logout removes feedback that was not sent', async () => {
  const { open } = await start()
  await open('reviewer')
  await press('Edit the mark')
  await fill(await findField(feedbackLabel), 'Read closures again')
  expect(localStorage.getItem('drafts')).not.toBeNull()
  await signOut('reviewer')
  expect(localStorage.getItem('drafts')).toBeNull()
})
