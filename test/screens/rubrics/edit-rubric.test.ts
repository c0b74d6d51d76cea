import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import { type Criterion, getRubric, saveRubric } from '#contract/rubrics/rubrics.ts'
import { makeCriterion, simpleCriteria } from '#test/schools/rubrics.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findRegion, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function start(criteria = simpleCriteria) {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  if (!domain) throw new Error('there is no domain')
  const query = { domain: domain._id }
  const save = (criteria: typeof simpleCriteria) =>
    school.call(saveRubric, { token, query, body: { criteria } })
  const read = async () => (await school.call(getRubric.admin, { token, query })).criteria
  await save(criteria)
  await openScreen(school, { as: 'admin', at: `/admin/week-list/${domain._id}/rubric` })
  return {
    school,
    domain,
    save,
    read,
    code: await findRegion('Code'),
    theory: await findRegion('Theory'),
  }
}

const toNames = (criteria: Criterion[]) => criteria.map(({ name }) => name)
const getNames = ({ queryAllByLabelText }: Awaited<ReturnType<typeof findRegion>>) =>
  queryAllByLabelText('Criterion').map((input) => (input as HTMLInputElement).value)

test('a domain without a rubric begins with an example, which can be undone', async () => {
  const { code, theory, read } = await start([])
  expect(code.getByText('No criteria: marked with a number.')).toBeVisible()
  await press('Use an example')
  await waitFor(() => expect(getNames(code)).toHaveLength(3))
  expect(code.getAllByLabelText('Criterion')[0]).toHaveFocus()
  expect(getTexts([code.getByRole('status'), theory.getByRole('status')])).toEqual([
    '100 of 100 points',
    '100 of 100 points',
  ])
  await press('Save')
  await findToast('Rubric saved.')
  expect(await read()).toHaveLength(5)
  await press('Undo')
  await findToast('Rubric removed again.')
  expect(await read()).toEqual([])
  await waitFor(() => expect(getNames(code)).toEqual([]))
})

test('a criterion is added by keyboard, the sum follows, and a wrong sum is not saved', async () => {
  const { code, theory, read } = await start()
  const before = await read()
  await press('Add a criterion of theory')
  const name = await waitFor(() => theory.getAllByLabelText('Criterion')[1])
  await waitFor(() => expect(name).toHaveFocus())
  await userEvent.keyboard('Words')
  const points = within(theory.getByRole('group', { name: 'Words' }))
  await fill(points.getByLabelText('Points of level 1'), '20')
  await fill(points.getByLabelText('Text of level 1'), 'All')
  // Enter adds a level below.
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(points.getByLabelText('Points of level 2')).toHaveFocus())
  expect(theory.getByRole('status')).toHaveTextContent('120 of 100 points, 20 too many')
  await userEvent.click(points.getByRole('button', { name: 'Remove level 3 of Words' }))
  await fill(points.getByLabelText('Points of level 2'), '0')
  await fill(points.getByLabelText('Text of level 2'), 'None')
  await press('Save')
  await screen.findByText('The criteria of theory add up to 120 points, not 100')
  expect(await read()).toEqual(before)

  const terms = within(theory.getByRole('group', { name: 'Terms' }))
  await fill(terms.getByLabelText('Points of level 1'), '80')
  await waitFor(() => expect(theory.getByRole('status')).toHaveTextContent(/^100 of 100 points$/))
  await press('Save')
  await findToast('Rubric saved.')
  expect(toNames(await read())).toEqual(['Correctness', 'Style', 'Terms', 'Words'])
  expect(getNames(code)).toEqual(['Correctness', 'Style'])
})

test('criteria are put in order and removed, and the focus stays near', async () => {
  const { code, read } = await start([
    ...['One', 'Two', 'Three', 'Four'].map((name) => makeCriterion(name, 'code', 25)),
  ])
  const button = (name: string) => code.getByRole('button', { name })
  await userEvent.click(button('Move Three up'))
  await waitFor(() => expect(button('Move Three up')).toHaveFocus())
  expect(getNames(code)).toEqual(['One', 'Three', 'Two', 'Four'])
  expect(
    [button('Move One up'), button('Move Four down')].map((one) => one.matches(':disabled')),
  ).toEqual([true, true])
  await userEvent.click(button('Remove Two'))
  await waitFor(() => expect(button('Add a criterion of code')).toHaveFocus())
  expect(code.getByRole('status')).toHaveTextContent('75 of 100 points, 25 to go')
  await fill(
    within(code.getByRole('group', { name: 'Four' })).getByLabelText('Points of level 1'),
    '50',
  )
  await press('Save')
  await findToast('Rubric saved.')
  expect(toNames(await read())).toEqual(['One', 'Three', 'Four'])
  await press('Undo')
  await findToast('Previous rubric restored.')
  await waitFor(() => expect(getNames(code)).toEqual(['One', 'Two', 'Three', 'Four']))
})

test('a criterion without a name or a level’s text says what is missing', async () => {
  const { code, read } = await start()
  const before = await read()
  const style = within(code.getByRole('group', { name: 'Style' }))
  await fill(style.getByLabelText('Text of level 2'), '')
  await fill(style.getByLabelText('Criterion'), ' ')
  await userEvent.keyboard('{Enter}')
  expect(style.getByLabelText('Points of level 1')).toHaveFocus()
  expect(screen.queryByText('Please name the criterion')).toBeNull()
  await press('Save')
  await screen.findByText('Please name the criterion')
  await screen.findByText('Please describe the level')
  await waitFor(() => expect(style.getByLabelText('Criterion')).toHaveFocus())
  expect(await read()).toEqual(before)
})

test('the rubric is reached from the domain’s menu', async () => {
  const { school, domain } = await start()
  await openScreen(school, { as: 'admin', at: '/admin/domain-list' })
  await press(`More for ${domain.name}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rubric' }))
  await expectAddress(`/admin/week-list/${domain._id}/rubric`)
})
