import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getDraft } from '#contract/calls/review-draft.ts'
import { getFeedback } from '#contract/feedback.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { getRubric, saveRubric } from '#contract/rubrics/rubrics.ts'
import { makeCriterion, simpleCriteria } from '#test/schools/rubrics.ts'
import { paths } from '#web/paths.ts'
import { choose, holdRequests, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findRegion, findRows, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The demo student's booked review, in a domain with a rubric, a while after it began. */
async function start(criteria = simpleCriteria) {
  const school = await startDemoSchool()
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' } as const
  const [review] = await school.call(listReviews.reviewer, { token, query })
  if (!review) throw new Error('the demo student has no open review')
  const { _id: id, startsAt, student } = review
  school.moveTo(Date.parse(startsAt ?? '') + 25 * 60_000)
  const reviewer = { role: 'reviewer', token: await school.tokenOf('reviewer') } as const
  const admin = await school.tokenOf('admin')
  const save = (criteria: typeof simpleCriteria) =>
    school.call(saveRubric, {
      token: admin,
      query: { domain: student.domain?._id ?? '' },
      body: { criteria },
    })
  await save(criteria)
  const given = async () =>
    (await school.call(getFeedback.reviewer, { token: reviewer.token, query: { id } })).rubric.map(
      ({ name, points }) => [name, points],
    )
  const read = async () => {
    const [found] = await school.call(listReviews.reviewer, { ...reviewer, query: { id } })
    return found?.mark
  }
  return { school, id, reviewer, save, given, read }
}

const level = async (criterion: string, name: string) =>
  within(await screen.findByRole('radiogroup', { name: criterion })).getByRole('radio', { name })

const pick = async (criterion: string, name: string) =>
  userEvent.click(await level(criterion, name))

async function openEditor({ school, id, reviewer }: Awaited<ReturnType<typeof start>>) {
  await openScreen(school, { as: reviewer, at: paths.reviewDetails('reviewer', id) })
  await press('Edit the mark')
}

test('one press a criterion adds the mark up, and everybody sees it criterion by criterion', async () => {
  const started = await start()
  const { school, id, given, read } = started
  await openEditor(started)
  const first = await level('Correctness', '60 Works')
  await waitFor(() => expect(first).toHaveFocus())
  await pick('Correctness', '60 Works')
  await pick('Style', '20 Works in parts')
  await screen.findByRole('heading', { name: 'Code: 80 of 100' })
  expect(await findField('Code mark')).toHaveValue('80')
  expect(await findField('Code mark')).toHaveAttribute('readonly')
  await pick('Terms', '0 Does not work')
  expect(await findField('Theory mark')).toHaveValue('0')
  await choose('Week status', 'Task Completed')
  await press('Save')
  await findToast('mark updated successfully.')
  expect(await read()).toMatchObject({ code: 80, theory: 0 })
  expect(await given()).toEqual([
    ['Correctness', 60],
    ['Style', 20],
    ['Terms', 0],
  ])
  for (const as of ['student', 'advisor', 'reviewer', 'admin'] as const) {
    await openScreen(school, { as, at: paths.reviewDetails(as, id) })
    expect(getTexts(await findRows('Criteria of code'))).toEqual([
      'CorrectnessWorks60 of 60',
      'StyleWorks in parts20 of 40',
    ])
  }
})

test('a reviewer who is about to type a mark stays in its field when the criteria load', async () => {
  const started = await start()
  const { school, id, reviewer } = started
  await openScreen(school, { as: reviewer, at: paths.reviewDetails('reviewer', id) })
  const release = holdRequests(getRubric.reviewer.path)
  await press('Edit the mark')
  await userEvent.click(await findField('Code mark'))
  release()
  await level('Correctness', '60 Works')
  await userEvent.keyboard('81')
  expect(await findField('Code mark')).toHaveValue('81')
})

test('arrow keys choose a level', async () => {
  const started = await start()
  await openEditor(started)
  ;(await level('Terms', '100 Works')).focus()
  await userEvent.keyboard(' ')
  expect(await findField('Theory mark')).toHaveValue('100')
  await userEvent.keyboard('{ArrowDown}')
  expect(await level('Terms', '50 Works in parts')).toBeChecked()
  expect(await findField('Theory mark')).toHaveValue('50')
})

test('a criterion that is left out is asked for, and choices can be cleared for a typed mark', async () => {
  const started = await start()
  await openEditor(started)
  await pick('Correctness', '60 Works')
  await userEvent.type(await findField('Theory mark'), '70')
  await choose('Week status', 'Task Completed')
  await press('Save')
  await expectError(
    await screen.findByRole('radiogroup', { name: 'Style' }),
    'Choose a level for Style',
  )
  expect(await level('Style', '40 Works')).toHaveFocus()
  await press('Clear the criteria of code')
  expect(await findField('Code mark')).not.toHaveAttribute('readonly')
  await userEvent.clear(await findField('Code mark'))
  await userEvent.type(await findField('Code mark'), '75')
  await press('Save')
  await findToast('mark updated successfully.')
  expect([await started.read(), await started.given()]).toMatchObject([
    { code: 75, theory: 70 },
    [],
  ])
})

test.each([
  ['on the review’s page', (id: string) => paths.reviewDetails('reviewer', id), 'Save'],
  ['beside the call', (id: string) => `/reviewer/call/${id}`, 'Submit the mark'],
])(
  'without marks, a level of each criterion is asked for %s, not a number',
  async (_, toPath, save) => {
    const started = await start()
    const missing = () => getTexts(screen.queryAllByText(/^Choose a level for/))
    const asksFor = (...names: string[]) =>
      waitFor(() => expect(missing()).toEqual(names.map((name) => `Choose a level for ${name}`)))
    await openScreen(started.school, { as: started.reviewer, at: toPath(started.id) })
    if (save === 'Save') await press('Edit the mark')
    await level('Correctness', '60 Works')
    await press(save)
    await asksFor('Correctness', 'Style', 'Terms')
    expect(await level('Correctness', '60 Works')).toHaveFocus()
    expect(screen.queryByText('Please enter a number from 0 to 100')).toBeNull()
    await userEvent.keyboard(' ')
    await asksFor('Style', 'Terms')
    expect(await screen.findByRole('radiogroup', { name: 'Correctness' })).toBeValid()
    await userEvent.type(await findField('Theory mark'), '70')
    await asksFor('Style')
    await press(save)
    expect(await level('Style', '40 Works')).toHaveFocus()
    if (save === 'Submit the mark') await screen.findByText('Draft saved')
  },
)

test('a domain without a rubric is marked by numbers alone', async () => {
  const started = await start([])
  await openEditor(started)
  await userEvent.type(await findField('Code mark'), '70')
  expect(screen.queryAllByRole('radio')).toEqual([])
})

test('choices in the call stay as a draft, and a changed rubric keeps those that still fit', async () => {
  const started = await start()
  const { school, id, reviewer, save, given } = started
  const at = `/reviewer/call/${id}`
  await openScreen(school, { as: reviewer, at })
  await pick('Correctness', '60 Works')
  await pick('Style', '20 Works in parts')
  await pick('Terms', '100 Works')
  await screen.findByText('Draft saved')
  const { draft } = await school.call(getDraft, { token: reviewer.token, query: { id } })
  expect(draft.mark).toMatchObject({ code: '80', theory: '100' })
  await openScreen(school, { as: reviewer, at })
  await waitFor(async () => expect(await level('Style', '20 Works in parts')).toBeChecked())

  const [correctness, ...others] = simpleCriteria
  if (!correctness) throw new Error('there is no criterion')
  await save([makeCriterion('Correct', 'code', 60), ...others])
  await choose('Week status', 'Task Completed')
  await press('Submit the mark')
  await findToast(/^The rubric has changed in the meantime/)
  expect(await given()).toEqual([])
  await pick('Correct', '60 Works')
  expect(await level('Style', '20 Works in parts')).toBeChecked()
  await press('Submit the mark')
  await findToast('mark updated successfully.')
  expect(await given()).toEqual([
    ['Correct', 60],
    ['Style', 20],
    ['Terms', 100],
  ])
})

test.each([
  ['another rubric', [makeCriterion('All', 'code', 100)]],
  [
    'a rubric that differs in one criterion',
    simpleCriteria.map((one) => (one.name === 'Style' ? makeCriterion('Tests', 'code', 40) : one)),
  ],
])('after a change to %s a mark stays unless the reviewer chooses anew', async (_, changed) => {
  const started = await start()
  await openEditor(started)
  await pick('Correctness', '60 Works')
  await pick('Style', '40 Works')
  await pick('Terms', '100 Works')
  await choose('Week status', 'Task Completed')
  await press('Save')
  await findToast('mark updated successfully.')
  const before = await started.given()
  await started.save(changed)
  await openEditor(started)
  await screen.findByText(/^The rubric has changed since this mark was given/)
  await choose('Week status', 'Task Critical')
  await press('Save')
  await findToast('mark updated successfully.')
  expect([await started.read(), await started.given()]).toMatchObject([
    { code: 100, theory: 100, weekStatus: 'Task Critical' },
    before,
  ])
  expect((await findRegion('Rubric')).getByText('Correctness')).toBeVisible()
})
