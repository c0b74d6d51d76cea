import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createReview } from '#contract/reviews/decision.ts'
import { listReviews, type Review } from '#contract/reviews/reviews.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { answer, follow, press } from '../actions.ts'
import { formatTwoDigits } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion, findToast, getFacts, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The details of a review that waits for the advisor's decision. */
async function openReviewToDecide() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('advisor')
  const toDecide = { status: 'conducted', open: 'true' } as const
  const [review] = await school.call(listReviews.advisor, { token, query: toDecide })
  if (!review) throw new Error('no review waits for a decision')
  const open = (id = review._id) =>
    openScreen(school, { as: 'advisor', at: `/advisor/review-details/${id}` })
  const openReviews = () => {
    const query = { student: review.student._id, open: 'true' }
    return school.call(listReviews.advisor, { token, query })
  }
  await open()
  return { school, token, review, open, openReviews, toDecide }
}

const nextWeek = 'Are you sure you want to proceed to the next week?'
const repeatWeek = 'Are you sure you want to repeat this week?'
const taskFields = { 'Seminar Video': 'seminar', 'Progress Video': 'progress', Typing: 'typing' }

test('a student’s seminar, progress and typing are recorded, and can be changed back', async () => {
  const { school, review, token, open } = await openReviewToDecide()
  const choice = async (name: string) => within(await screen.findByRole('radiogroup', { name }))
  for (const [name, field] of Object.entries(taskFields)) {
    const noted = (await choice(name)).getByRole('radio', { checked: true })
    const before = String(noted.getAttribute('value'))
    const other = before === 'completed' ? 'Not added' : 'completed'
    for (const state of [other, before]) {
      await userEvent.click((await choice(name)).getByText(state))
      await findToast('task status updated successfully.')
      const [saved] = await school.call(listReviews.advisor, { token, query: { id: review._id } })
      expect(saved?.taskStatus).toMatchObject({ [field]: state })
      await open()
      expect((await choice(name)).getByRole('radio', { name: state })).toBeChecked()
    }
  }
})

test('a student moves on to the next week after confirmation', async () => {
  const { school, review, token, openReviews, toDecide } = await openReviewToDecide()
  const { student, week } = review
  await press('Next week')
  await answer(nextWeek, 'Yes, go to the next week')
  await findToast('review status updated successfully.')

  // Still the same review, whose buttons are gone, so nothing can be pressed twice.
  expect(location.pathname).toContain(review._id)
  const decided = await findRegion(`${student.name} moves on to week ${formatTwoDigits(week + 1)}`)
  await waitFor(() => expect(decided.getByRole('heading')).toHaveFocus())
  decided.getByText(/^This review is closed/)
  expect(screen.queryByRole('button', { name: 'Next week' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Repeat week' })).toBeNull()

  const open = await openReviews()
  expect(open.map(({ week, status }) => [week, status])).toEqual([[week + 1, 'not-scheduled']])
  const [other] = await school.call(listReviews.advisor, { token, query: toDecide })
  const next = await decided.findByRole('link', { name: new RegExp(String(other?.student.name)) })
  expect(next).toHaveAttribute('href', `/advisor/review-details/${other?._id}`)
  await follow('Open the next review', decided)
  await screen.findByText('Not scheduled')
  expect(getFacts(await findRegion('Student Details'))).toMatchObject({
    Week: formatTwoDigits(week + 1),
  })
})

test('the confirmation shows the student, the marks, and that a week has no task', async () => {
  const { school, review, open } = await openReviewToDecide()
  const { student, week, reviewer, mark } = review
  const ask = async (button: string) => {
    await press(button)
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await ask('Next week')
  dialog.getByText(`Next week: ${student.name}, week ${formatTwoDigits(week)}`)
  expect(getFacts(dialog)).toEqual({
    Reviewer: reviewer?.name,
    'Code mark': expect.stringMatching(new RegExp(`^${mark.code}`)),
    'Theory mark': expect.stringMatching(new RegExp(`^${mark.theory}`)),
    'Week status': expect.stringMatching(new RegExp(`^${mark.weekStatus}`)),
  })
  const none = /^Week \d\d has no task yet\. .* until an admin adds one\.$/
  expect(dialog.queryByText(none)).toBeNull()
  await answer(nextWeek, 'Cancel')

  const domain = student.domain?._id ?? ''
  const written = school.context.db.deleteFrom('tasks').where('domain_id', '=', domain)
  await written.where('week', '=', week + 1).execute()
  await open()
  const warned = await ask('Next week')
  warned.getByText(none)
  await answer(nextWeek, 'Cancel')
  expect((await ask('Repeat week')).queryByText(none)).toBeNull()
  await answer(repeatWeek, 'Cancel')
})

test('before a week without a task the advisor can repeat the week or start the next one anyway', async () => {
  const { school, review, openReviews, open } = await openReviewToDecide()
  const { student, week } = review
  const written = school.context.db.deleteFrom('tasks')
  await written
    .where('domain_id', '=', student.domain?._id ?? '')
    .where('week', '>', week)
    .execute()
  await open()
  await press('Next week')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(nextWeek)
  dialog.getByRole('button', { name: 'Next week anyway' })
  await press(`Repeat week ${formatTwoDigits(week)}`, dialog)
  await findToast('review status updated successfully.')
  await findRegion(`${student.name} repeats week ${formatTwoDigits(week)}`)
  expect(await openReviews()).toMatchObject([{ week, status: 'not-scheduled' }])

  await press('Undo')
  await press('Next week')
  await answer(nextWeek, 'Next week anyway')
  await findRegion(`${student.name} moves on to week ${formatTwoDigits(week + 1)}`)
  expect(await openReviews()).toMatchObject([{ week: week + 1, status: 'not-scheduled' }])
})

test('a student repeats the week after confirmation', async () => {
  const { review } = await openReviewToDecide()
  await press('Repeat week')
  await answer(repeatWeek, 'Yes, repeat the week')
  await findToast('review status updated successfully.')
  await findRegion(`${review.student.name} repeats week ${formatTwoDigits(review.week)}`)
})

test('repeating a week creates a second review of the same week', async () => {
  const { school, review } = await openReviewToDecide()
  await press('Repeat week')
  await answer(repeatWeek, 'Yes, repeat the week')
  await findToast('review status updated successfully.')

  const { email } = await school.context.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', review.student._id)
    .executeTakeFirstOrThrow()
  const as = { role: 'student', token: await school.tokenOf('student', email) } as const
  await openScreen(school, { as, at: '/' })
  const card = await findRegion('Next Review')
  card.getByText(formatTwoDigits(review.week))
  card.getByText(/not scheduled/)
  await openScreen(school, { as, at: '/manifest' })
  const week = `^Week ${formatTwoDigits(review.week)}`
  await waitFor(() =>
    expect(getTexts(screen.getAllByRole('listitem'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`${week}Marked`)),
        expect.stringMatching(new RegExp(`${week}Not sch`)),
      ]),
    ),
  )
})

test('cancelling the confirmation changes nothing', async () => {
  const { review, open, openReviews } = await openReviewToDecide()
  for (const [button, question] of [
    ['Next week', nextWeek],
    ['Repeat week', repeatWeek],
  ] as const) {
    await press(button)
    await answer(question, 'Cancel')
  }
  await open()
  await screen.findByRole('button', { name: 'Next week' })
  expect((await openReviews()).map(({ _id }) => _id)).toEqual([review._id])
})

test('a decision made elsewhere closes the confirmation, and the screen shows it', async () => {
  const { school, token, review } = await openReviewToDecide()
  const { student, week } = review
  await press('Repeat week')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(repeatWeek)
  // A confirmation focuses the button that changes nothing.
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  const body = { id: review._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token, body })
  await queryClient.invalidateQueries()
  const decided = await findRegion(`${student.name} moves on to week ${formatTwoDigits(week + 1)}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(decided.getByRole('heading')).toHaveFocus())
})

test('before moving a student on, the advisor reads that the next week has no task', async () => {
  const { school, review, open } = await openReviewToDecide()
  expect(screen.queryByText(/has no task yet/)).toBeNull()
  await school.context.db
    .deleteFrom('tasks')
    .where('domain_id', '=', review.student.domain?._id ?? '')
    .where('week', '=', review.week + 1)
    .execute()
  await open()
  const none = `Week ${formatTwoDigits(review.week + 1)} has no task yet.`
  await screen.findByText(none)
  expect(screen.getByRole('button', { name: 'Next week' })).toHaveAccessibleDescription(none)

  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await screen.findByRole('button', { name: 'Next week', description: none })
})

test('after week 30 there is no next week, and the screen says so', async () => {
  const { school, token, review, open } = await openReviewToDecide()
  const goOn = async ({ _id: id }: Review): Promise<Review> => {
    const body = { id, value: { status: 'next-week' } } as const
    return (await school.call(createReview.advisor, { token, body })).review
  }
  let last: Review = review
  while (last.week < 30) last = await goOn(last)
  await expect(goOn(last)).rejects.toThrow('Week 30 is the last week')
  await open(last._id)
  await screen.findByText(/Week 30 is the last week\./)
  expect(screen.queryByRole('button', { name: 'Next week' })).toBeNull()
  screen.getByRole('button', { name: 'Repeat week' })
})

test('after the last week of the course, graduating is offered first, and can be undone', async () => {
  const { school, review, openReviews, open } = await openReviewToDecide()
  const { student, week } = review
  const written = school.context.db.deleteFrom('tasks')
  await written
    .where('domain_id', '=', student.domain?._id ?? '')
    .where('week', '>', week)
    .execute()
  await open()
  const graduate = await screen.findByRole('button', { name: 'Graduate' })
  const repeat = screen.getByRole('button', { name: 'Repeat week' })
  expect(graduate.compareDocumentPosition(repeat)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await press('Graduate')
  await answer(
    `Are you sure that ${student.name} has finished the course? They can sign in and read, but no longer change anything.`,
    'Yes, graduate',
  )
  await findRegion(`${student.name} has finished the course`)
  expect(await openReviews()).toEqual([])
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('The course continues')
  await screen.findByRole('button', { name: 'Graduate' })
  expect(await openReviews()).toMatchObject([{ _id: review._id, status: 'conducted' }])
})
