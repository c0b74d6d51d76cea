import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listDomains } from '#contract/domains/domains.ts'
import { editTask, listDomainTasks } from '#contract/tasks/tasks.ts'
import { paths } from '#web/paths.ts'
import { choose, fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findHeading, findRows, findToast, getTexts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** A domain of the demo school that has tasks for all weeks but the last ones. */
async function aDomain() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [domain] = await school.call(listDomains, { token })
  if (!domain) throw new Error('there is no domain')
  const read = async () => {
    const query = { domain: domain._id }
    return (await school.call(listDomainTasks, { token, query }))[0]?.tasks ?? []
  }
  return { ...domain, school, read }
}

const lists = [
  'Personal development workouts',
  'Technical workouts',
  'Miscellaneous workouts',
] as const

test('an empty task shows what it needs', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/create-task' })
  await press('Submit')
  for (const message of [
    'Week number is required',
    'Please select a domain',
    'At least one personal development workout is required',
    'At least one technical workout is required',
    'At least one miscellaneous workout is required',
  ]) {
    await screen.findByText(message)
  }
  expect(await findField('Week number')).toHaveFocus()
  for (const [week, message] of [
    ['0', 'Week number must be at least 1'],
    ['31', 'Week number must be at most 30'],
  ] as const) {
    await fill(await findField('Week number'), week)
    await press('Submit')
    await screen.findByText(message)
  }
})

test('Enter selects the domain that matches the typed text', async () => {
  const { school, name } = await aDomain()
  await openScreen(school, { as: 'admin', at: '/admin/create-task' })
  const box = await screen.findByRole('combobox', { name: 'Domain' })
  await userEvent.type(box, name.slice(0, -1).toLowerCase())
  await screen.findByRole('option', { name })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(box).toHaveValue(name))
  expect(screen.queryByText('Week number is required')).toBeNull()
})

test('a week cannot get a second task', async () => {
  const { school, name, read } = await aDomain()
  const before = await read()
  await openScreen(school, { as: 'admin', at: '/admin/create-task' })
  await fill(await findField('Week number'), '1')
  await choose('Domain', name)
  await screen.findByText(/^This domain already has a task for that week\./)
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    `/admin/task-details/${before[0]?._id}`,
  )
  for (const list of lists) await fill(await findField(`${list}, line 1`), 'once more')
  await press('Submit')
  await findToast('Error adding task')
  await screen.findByText('This domain already has a task for that week')
  await screen.findByText('The task was not added.')
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  expect(await findField(`${lists[0]}, line 1`)).toHaveValue('once more')
  expect(await read()).toEqual(before)
})

test('a task cannot move to a taken week; the server’s message says why', async () => {
  const { school, read } = await aDomain()
  const [first] = await read()
  await openScreen(school, { as: 'admin', at: `/admin/task-details/${first?._id}` })
  await press('Edit')
  await fill(await findField('Week number'), '2')
  await press('Save')
  await findToast('This domain already has a task for that week')
  const form = within((await findField('Week number')).closest('form') ?? document.body)
  await form.findByText('The task was not saved.')
  expect(await findField('Week number')).toHaveValue('2')
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  expect((await read())[0]).toEqual(first)
})

test('a task that someone else has saved meanwhile is replaced only after asking', async () => {
  const { school, read } = await aDomain()
  const [first] = await read()
  if (!first) throw new Error('The domain has no task')
  await openScreen(school, { as: 'admin', at: `/admin/task-details/${first._id}` })
  await press('Edit')
  const line = await findField(`${lists[0]}, line 1`)
  await fill(line, 'Mine')
  const { week, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = first
  const value = { week, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts }
  const theirs = { ...value, technicalWorkouts: ['Theirs'] }
  const token = await school.tokenOf('admin')
  await school.call(editTask, { token, body: { id: first._id, value: theirs } })
  await press('Save')
  const question = within(await screen.findByRole('dialog', { name: 'The task has changed' }))
  await press('Cancel', question)
  expect((await read())[0]?.technicalWorkouts).toEqual(['Theirs'])
  expect(line).toHaveValue('Mine')
  await press('Save')
  await press('Save anyway')
  await findToast('edit task successfully.')
  expect((await read())[0]?.personalDevelopmentWorkout[0]).toBe('Mine')
})

test('a task is previewed as students will see it', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/create-task' })
  expect(screen.queryByText('As students see it')).toBeNull()
  await fill(await findField(`${lists[1]}, line 1`), ' Build a clock ')
  const title = await screen.findByText('As students see it')
  await userEvent.click(title)
  const preview = within(title.parentElement ?? document.body)
  expect(getTexts(preview.getAllByRole('heading'))).toEqual([...lists])
  expect(getTexts(preview.getAllByRole('listitem'))).toEqual(['Build a clock'])
})

test('each week of a domain shows its number of workouts', async () => {
  const { _id, school, read } = await aDomain()
  const [first] = await read()
  if (!first) throw new Error('there is no task')
  await openScreen(school, { as: 'admin', at: `/admin/week-list/${_id}` })
  const [row] = await findRows('Weeks')
  const { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = first
  const workouts = [personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts].flat()
  expect(row).toHaveTextContent(`week 01${workouts.length} workouts`)
})

test('pasted lines become separate lines, and that can be undone', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/create-task' })
  const [list] = lists
  const values = () =>
    [...screen.getByRole('group', { name: list }).querySelectorAll('textarea')].map(
      ({ value }) => value,
    )
  await fill(await findField(`${list}, line 1`), 'Read ')
  await userEvent.paste('the guide\n\n Write a page\r\nhttps://example.org/talk\n')
  expect(values()).toEqual(['Read the guide', 'Write a page', 'https://example.org/talk'])
  expect(await findField(`${list}, line 3`)).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(values()).toEqual(['Read '])
  expect(await findField(`${list}, line 1`)).toHaveFocus()
  await userEvent.paste('a\nb')
  await press('Undo the paste')
  expect(values()).toEqual(['Read '])
  await userEvent.paste('a\nb')
  await userEvent.keyboard('c')
  expect(screen.queryByRole('button', { name: 'Undo the paste' })).toBeNull()
  await userEvent.paste(Array.from({ length: 50 }, (_, index) => `x${index}`).join('\n'))
  await findToast('No more than 50 lines')
  expect(values()).toEqual(['Read a', 'bc'])
})

test('web addresses in a task are links that open in a new tab', async () => {
  const { school, read } = await aDomain()
  const [first] = await read()
  if (!first) throw new Error('there is no task')
  const token = await school.tokenOf('admin')
  const technicalWorkouts = ['Read https://example.org/guide, then javascript:alert(1)']
  const body = { id: first._id, value: { ...first, technicalWorkouts } }
  await school.call(editTask, { token, body })
  await openScreen(school, { as: 'admin', at: `/admin/task-details/${first._id}` })
  const link = await screen.findByRole('link', { name: 'https://example.org/guide' })
  expect(link).toHaveAttribute('href', 'https://example.org/guide')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link.parentElement).toHaveTextContent(technicalWorkouts.join())
})

test('students see the Markdown of a line, and its HTML as text', async () => {
  const { _id, school, read } = await aDomain()
  const token = await school.tokenOf('admin')
  const technicalWorkouts = ['Run `npm test` and [read](https://example.org/guide) <b>it</b>']
  for (const task of await read()) {
    await school.call(editTask, {
      token,
      body: { id: task._id, value: { ...task, technicalWorkouts } },
    })
  }
  const { email } = await school.context.db
    .selectFrom('people')
    .select('email')
    .where('domain_id', '=', _id)
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const student = await school.tokenOf('student', email)
  await openScreen(school, { as: { role: 'student', token: student }, at: '/weekly-task' })
  const [link] = await screen.findAllByRole('link', { name: 'read' })
  expect(link).toHaveAttribute('href', 'https://example.org/guide')
  expect(link?.parentElement).toHaveTextContent('Run npm test and read <b>it</b>')
  expect(link?.parentElement?.querySelector('code')).toHaveTextContent('npm test')
  expect(link?.parentElement?.querySelector('b')).toBeNull()
})

test('a task links to the previous and next weeks’, and has one save button', async () => {
  const { school, read } = await aDomain()
  const [first, second, third] = await read()
  await openScreen(school, { as: 'admin', at: `/admin/task-details/${first?._id}` })
  expect(await screen.findByRole('button', { name: 'Previous week' })).toBeDisabled()
  await follow('Next week: week 02')
  await findHeading('Week 02')
  await expectAddress(`/admin/task-details/${second?._id}`)
  expect(screen.getByRole('link', { name: 'Previous week: week 01' })).toHaveAttribute(
    'href',
    `/admin/task-details/${first?._id}`,
  )
  expect(screen.getByRole('link', { name: 'Next week: week 03' })).toHaveAttribute(
    'href',
    `/admin/task-details/${third?._id}`,
  )
  await press('Edit')
  await fill(await findField(`${lists[0]}, line 1`), 'Walk')
  expect(getTexts(screen.getAllByRole('button', { name: /save/i }))).toEqual(['Save'])
  await press('Save')
  await findToast('edit task successfully.')
  expect((await read())[1]?.personalDevelopmentWorkout[0]).toBe('Walk')
})

test('another week opened while one is edited shows its own tasks, not the form', async () => {
  const { school, read } = await aDomain()
  const [first] = await read()
  await openScreen(school, { as: 'admin', at: paths.taskDetails(first?._id ?? '') })
  await follow('Next week: week 02')
  await findHeading('Week 02')
  await press('Edit')
  expect(await findField('Week number')).toHaveValue('2')
  history.back()
  await findHeading('Week 01')
  await screen.findByText(first?.technicalWorkouts[0] ?? '')
  expect(screen.queryByRole('textbox', { name: 'Week number' })).toBeNull()
})
