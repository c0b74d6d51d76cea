import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { editDomain, listDomains } from '#contract/domains/domains.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { answer, choose, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findHeading, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** A demo domain that nobody studies, whose weeks have tasks except for the last ones. */
async function start() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [domain, other] = await school.call(listDomains, { token })
  if (!domain || !other) throw new Error('there are too few domains')
  await school.context.db
    .updateTable('people')
    .set({ domain_id: other._id })
    .where('domain_id', '=', domain._id)
    .execute()
  const read = async () => {
    const query = { domain: domain._id }
    return (await school.call(listDomainTasks, { token, query }))[0]?.tasks ?? []
  }
  const [first, second] = await read()
  if (!first || !second) throw new Error('there are too few tasks')
  const study = async (week: number) => {
    const { id } = await school.context.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'student@weekward.test')
      .executeTakeFirstOrThrow()
    const value = { id, domain: domain._id, week }
    await school.call(editPerson.student, { token, body: { value } })
  }
  await openScreen(school, { as: 'admin', at: `/admin/task-details/${first._id}` })
  return { school, domain, read, first, second, study }
}

async function open(entry: string) {
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

const ids = (tasks: { _id: string; week: number }[]) => tasks.map(({ _id }) => _id)

test.each(['active', 'archived'])(
  'a task of an %s domain is removed, which can be undone',
  async (state) => {
    const { school, domain, read, first } = await start()
    const value = { id: domain._id, isArchived: state === 'archived' }
    const token = await school.tokenOf('admin')
    await school.call(editDomain, { token, body: { value } })
    await open('Remove')
    await findToast('The task of week 01 is removed.')
    await expectAddress(`/admin/week-list/${domain._id}`)
    expect((await read())[0]?.week).toBe(2)
    expect(screen.queryByText('This task does not exist')).toBeNull()
    await press('Undo')
    await findToast('The task of week 01 is back.')
    await screen.findByRole('link', { name: 'week 01' })
    expect((await read())[0]).toEqual({ ...first, _id: expect.any(String) })
  },
)

test('a week that students are in loses its task only once that is confirmed', async () => {
  const { read, first, study } = await start()
  await study(1)
  const question = '1 student is in week 01. Their task would change at once.'
  await open('Remove')
  await answer(question, 'Cancel')
  expect((await read())[0]).toEqual(first)
  await open('Remove')
  await answer(question, 'Remove')
  await findToast('The task of week 01 is removed.')
})

test('a task moves to an empty week, or swaps with another one’s, and back', async () => {
  const { read, first, second } = await start()
  const before = await read()
  const last = before.length
  await open('Move to another week')
  expect(await screen.findByRole('combobox', { name: 'New week' })).toHaveValue(`Week ${last + 1}`)
  await screen.findByText('Week 01 becomes empty.')
  await press('Move')
  await findToast(`Week 01 is now week ${last + 1}.`)
  await findHeading(`Week ${last + 1}`)
  await press('Undo')
  await findToast('It is week 01 again.')
  await findHeading('Week 01')

  await open('Move to another week')
  await choose('New week', 'Week 02, has a task')
  await screen.findByText('The two tasks swap weeks.')
  expect(screen.queryByText('Week 01 becomes empty.')).toBeNull()
  await press('Swap')
  await findToast('Week 01 is now week 02.')
  expect(ids(await read()).slice(0, 2)).toEqual([second._id, first._id])
  await press('Undo')
  await waitFor(async () => expect(ids(await read())).toEqual(ids(before)))
})

test('a move asks again if students are in one of the weeks', async () => {
  const { read, first, study } = await start()
  await study(1)
  await open('Move to another week')
  await press('Move')
  await screen.findByText(/^1 student is in week 01 or week \d+\. Their task would change at once/)
  expect((await read())[0]).toEqual(first)
  await press('Move anyway')
  await findToast(/^Week 01 is now week/)
  expect((await read())[0]?.week).toBe(2)
})

test('a task’s lines are copied to another week', async () => {
  const { domain, read, first } = await start()
  const { length } = await read()
  await open('Copy to another week')
  await expectAddress(`/admin/create-task?copy=${first._id}`)
  expect(await findField('Technical workouts, line 1')).toHaveValue(first.technicalWorkouts[0])
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveValue(domain.name),
  )
  await userEvent.keyboard(`${length + 1}{Enter}`)
  await findToast('Task added successfully')
  const { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = first
  expect((await read()).at(-1)).toMatchObject({
    week: length + 1,
    personalDevelopmentWorkout,
    technicalWorkouts,
    miscellaneousWorkouts,
  })
})
