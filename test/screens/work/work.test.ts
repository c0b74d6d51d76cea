import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { updateMark } from '#contract/reviews/marking.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks, workoutLists } from '#contract/tasks/tasks.ts'
import { getWork, saveWork, type Work } from '#contract/work.ts'
import { newId } from '#server/kit/id.ts'
import { paths } from '#web/paths.ts'
import { refreshWork } from '#web/work/api.ts'
import { savingStore, sendUnsent } from '#web/work/edit/save-work.ts'
import { choose, failRequests, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findRegion, getFacts, getTexts } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'

/** The demo student's work on week 5, and the lines of its task. */
async function start() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  const saved = () => school.call(getWork, { token })
  const { tasks } = await school.call(listWeeklyTasks, { token })
  const task = tasks.find(({ week }) => week === 5)
  const lines = workoutLists.flatMap(({ field }) => task?.[field] ?? [])
  const review = await school.call(getHome, { token })
  if (!('_id' in review)) throw new Error('The demo student has no review')
  const save = (value: Partial<Work>) => school.call(saveWork, { token, body: { value } })
  return { school, saved, lines, review, save }
}

const openWeek = (school: School) => openScreen(school, { as: 'student', at: '/weekly-task' })
const isSaved = () => waitFor(() => screen.getByText('Saved'))

test('a student ticks tasks, which saves by itself and shows how far the week is', async () => {
  const { school, saved, lines } = await start()
  await openWeek(school)
  await screen.findByText(`0 of ${lines.length} done`)
  const boxes = await screen.findAllByRole('checkbox')
  const [first, second] = boxes
  if (!first || !second) throw new Error('There are no tasks to tick')
  await userEvent.click(first)
  await userEvent.click(second)
  await screen.findByText(`2 of ${lines.length} done`)
  await isSaved()
  expect((await saved()).ticks).toEqual(lines.slice(0, 2))
  await userEvent.click(first)
  await waitFor(async () => expect((await saved()).ticks).toEqual(lines.slice(1, 2)))
  await openScreen(school, { as: 'student', at: '/' })
  const card = await findRegion('This week')
  await card.findByText(`1 of ${lines.length} done`)
  expect(card.getAllByText('Done:')).toHaveLength(1)
})

test('what another device has ticked stays ticked, even if this one could not fetch it', async () => {
  const { school, saved, lines, save } = await start()
  await openWeek(school)
  const [first, second] = await screen.findAllByRole('checkbox')
  if (!first || !second) throw new Error('There are no tasks to tick')
  await userEvent.click(first)
  await isSaved()
  const ticks = [...lines.slice(0, 1), ...lines.slice(2, 3)]
  await save({ ticks })
  const restore = failRequests(getWork.path)
  await refreshWork()
  restore()
  await userEvent.click(second)
  await waitFor(async () => expect((await saved()).ticks).toEqual([...ticks, lines[1]]))
})

test('links, a note and being ready are saved, and a link that leads nowhere is refused', async () => {
  const { school, saved } = await start()
  await openWeek(school)
  const card = await findRegion('For your review')
  await fill(await findField('Link'), 'javascript:alert(1)')
  await press('Add link', card)
  await expectError(
    await findField('Link'),
    'Please enter a link that begins with http:// or https://',
  )
  await fill(await findField('Link'), 'git.school.test/sofia')
  await fill(await findField('Note (optional)'), 'The branch week-5')
  await choose('Kind', 'Repository')
  await press('Add link', card)
  const link = await card.findByRole('link', { name: 'https://git.school.test/sofia' })
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await findField('Link')).toHaveValue('')
  await fill(await findField('Note'), 'All but the tests')
  await userEvent.click(card.getByRole('checkbox', { name: 'I am ready for my review' }))
  await isSaved()
  expect(await saved()).toMatchObject({
    links: [
      { kind: 'repository', url: 'https://git.school.test/sofia', note: 'The branch week-5' },
    ],
    note: 'All but the tests',
    isReady: true,
  })
  await press('Remove https://git.school.test/sofia', card)
  await waitFor(() => expect(card.queryByRole('link')).toBeNull())
  expect(card.getByRole('heading', { name: 'Links' })).toHaveFocus()
  await waitFor(async () => expect((await saved()).links).toEqual([]))
})

test('of two links, the second is offered the next kind', async () => {
  const { school, saved } = await start()
  await openWeek(school)
  const card = await findRegion('For your review')
  for (const host of ['one', 'two']) {
    await fill(await findField('Link'), `https://${host}.school.test`)
    await press('Add link', card)
    await card.findByRole('link', { name: `https://${host}.school.test` })
  }
  await isSaved()
  expect((await saved()).links.map(({ kind }) => kind)).toEqual(['seminar', 'progress'])
})

test('once the review is held, the work is read only', async () => {
  const { school, review, save } = await start()
  await save({ note: 'Done in time' })
  const token = await school.tokenOf('reviewer', review.reviewer?.email)
  await school.call(updateMark, {
    token,
    body: {
      id: review._id,
      value: { mark: { code: 70, theory: 70, weekStatus: 'Task Completed' } },
    },
  })
  await openWeek(school)
  const card = await findRegion('For your review')
  card.getByText(/^The review of this week is over/)
  expect(card.getByRole('textbox', { name: 'Note' })).toHaveAttribute('readonly')
  expect(card.queryByRole('button')).toBeNull()
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled()
  const at = paths.reviewDetails('reviewer', review._id)
  await openScreen(school, { as: { role: 'reviewer', token }, at })
  const work = await findRegion('Tasks of week 05')
  await work.findByText('Done in time')
  expect(work.queryByText('Not ready yet')).toBeNull()
})

test.each(['advisor', 'reviewer'] as const)(
  'the %s sees the work beside the review',
  async (role) => {
    const { school, review, lines, save } = await start()
    const url = 'https://video.school.test/5'
    await save({
      ticks: [...lines.slice(0, 1), 'Learn Pascal'],
      note: 'See https://school.test/notes',
      links: [{ kind: 'seminar', url, note: 'From minute 4' }],
      isReady: true,
    })
    // The advisor of the demo student is the demo advisor.
    const token = await school.tokenOf(
      role,
      role === 'reviewer' ? review.reviewer?.email : undefined,
    )
    await openScreen(school, { as: { role, token }, at: paths.reviewDetails(role, review._id) })
    const card = await findRegion('Tasks of week 05')
    await card.findByText('Ready')
    card.getByText(`1 of ${lines.length} done`)
    expect(card.getAllByText('Done:')).toHaveLength(2)
    card.getByRole('heading', { name: 'No longer in the task' })
    card.getByText('From minute 4')
    expect(card.getByRole('link', { name: url })).toHaveAttribute('href', url)
    card.getByRole('link', { name: 'https://school.test/notes' })
    const tasks = await findRegion('Task Details')
    const opens = await tasks.findByRole('link', { name: 'Open Seminar Video' })
    expect(opens).toHaveAttribute('href', url)
    expect(tasks.queryByRole('link', { name: 'Open Progress Video' })).toBeNull()
  },
)

test('the reviewer sees work and links beside the video, apart from what was asked', async () => {
  const { school, review, lines, save } = await start()
  await save({ ticks: lines.slice(0, 2) })
  const asked = ['Learn loops', 'Test the form']
  const { db } = school.context
  await db
    .updateTable('reviews')
    .set({ pending_task: JSON.stringify(asked) })
    .where('id', '=', db.selectFrom('reviews').select('follows_id').where('id', '=', review._id))
    .execute()
  const token = await school.tokenOf('reviewer', review.reviewer?.email)
  await openScreen(school, {
    as: { role: 'reviewer', token },
    at: paths.call('reviewer', review._id),
  })
  const card = await findRegion('Tasks of week 05')
  await card.findByText(`2 of ${lines.length} done`)
  const past = await findRegion('Pending tasks from the last review')
  expect(getTexts(past.getAllByRole('listitem'))).toEqual(asked)
})

test('a student’s own review leads to the videos too', async () => {
  const { school, review, save } = await start()
  await save({ links: [{ kind: 'progress', url: 'https://video.school.test/p', note: '' }] })
  await openScreen(school, { as: 'student', at: paths.reviewDetails('student', review._id) })
  const tasks = await findRegion('Task Details')
  await tasks.findByRole('link', { name: 'Open Progress Video' })
  expect(getFacts(tasks)).toMatchObject({ Typing: review.taskStatus.typing })
})

test('what another student has left unsent in this browser is neither shown nor lost', async () => {
  const { school } = await start()
  const left = [{ reviewId: newId(), note: 'Written on the train', ticks: [], links: [] }]
  localStorage.setItem('unsent work', JSON.stringify(left))
  await openWeek(school)
  sendUnsent()
  await fill(await findField('Note'), 'My own')
  await isSaved()
  expect(screen.queryByText('Written on the train')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(JSON.parse(localStorage.getItem('unsent work') ?? '')).toEqual(left)
})

test('what a student left unsent on a review that is gone is shown to them once, and then forgotten', async () => {
  const { school, saved } = await start()
  const { studentId } = await saved()
  const url = 'https://git.school.test/gone'
  const link = { kind: 'repository', url, note: '' }
  const left = { reviewId: newId(), note: 'Written on the train', ticks: [], studentId }
  const stored = JSON.stringify([{ ...left, links: [[`repository ${url}`, link]] }])
  localStorage.setItem('unsent work', stored)
  // On another screen it is only sent, and refused: it stays until it is shown.
  await openScreen(school, { as: 'student', at: '/' })
  sendUnsent()
  await waitFor(() => expect(savingStore.getState().state).toBe('refused'))
  expect(localStorage.getItem('unsent work')).toBe(stored)
  await openWeek(school)
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Your last changes were not saved')
  alert.getByText('Written on the train')
  alert.getByText(url)
  await waitFor(() => expect(localStorage.getItem('unsent work')).toBeNull())
})

test('of what others have left unsent in this browser, a limited number of reviews is kept', async () => {
  const { school } = await start()
  const left = Array.from({ length: 40 }, (_, place) => {
    return { reviewId: newId(), note: `Note ${place}`, ticks: [], links: [] }
  })
  localStorage.setItem('unsent work', JSON.stringify(left))
  await openWeek(school)
  await fill(await findField('Note'), 'My own')
  await waitFor(() => {
    const kept: unknown[] = JSON.parse(localStorage.getItem('unsent work') ?? '[]')
    expect(kept.length).toBeLessThanOrEqual(30)
    expect(kept).toEqual(expect.arrayContaining(left.slice(-29)))
  })
})
