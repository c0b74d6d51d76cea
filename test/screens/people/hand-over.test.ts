import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { editPerson } from '#contract/people/edit-person.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { makePerson } from '../../factories.ts'
import { choose, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The advisor with the most students, opened as an admin. */
async function begin() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const advisors = () => school.call(listPeople.advisor, { token })
  const [busiest] = (await advisors()).toSorted((a, b) => (b.students ?? 0) - (a.students ?? 0))
  if (!busiest?.students) throw new Error('Nobody has a student')
  const again = async () => {
    await openScreen(school, { as: 'admin', at: paths.person('advisor', busiest._id) })
    await findHeading(busiest.name)
  }
  await again()
  const find = async () => (await advisors()).find(({ _id }) => _id === busiest._id)
  return { school, busiest, students: busiest.students, find, again }
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('before an advisor is blocked, the question counts their students, and can hand them over', async () => {
  const { busiest, students, find } = await begin()
  await press('Block')
  const dialog = await findDialog('Block')
  await dialog.findByText(`${busiest.name} advises ${students} students`, { exact: false })
  const choice = await dialog.findByRole('combobox', { name: 'New advisor' })
  expect(choice).toHaveValue('Share evenly among all others')
  await press('Yes, block', dialog)
  await screen.findByText('User blocked/unblocked successfully.')
  expect(await find()).toMatchObject({ isBlocked: true, students: 0 })

  // The undo toast appears after the success message has closed.
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast(`Block undone. ${students} students are back with ${busiest.name}.`)
  expect(await find()).toMatchObject({ isBlocked: false, students })
})

test('students who stay with a blocked advisor can be handed over later', async () => {
  const { busiest, students, find } = await begin()
  await press('Block')
  const dialog = await findDialog('Block')
  await choose('New advisor', 'No advisor')
  await press('Yes, block', dialog)
  await screen.findByText('User blocked/unblocked successfully.')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Close')
  expect(await find()).toMatchObject({ isBlocked: true, students })

  await press('Hand over students…')
  const form = await findDialog('Hand over students')
  await userEvent.click(await form.findByRole('combobox', { name: 'New advisor' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).not.toContain(
    expect.stringContaining(busiest.name),
  )
  const last = options.at(-1)
  if (!last) throw new Error('There is no other advisor')
  await userEvent.click(last)
  await press('Hand over', form)
  await findToast(`${students} students handed over`)
  await findToast(new RegExp(`\\D+ ${students}\\.$`))
  expect(await find()).toMatchObject({ students: 0 })
})

test('an advisor who has only invited students can hand them over', async () => {
  const school = await startDemoSchool()
  const { _id: id } = await makePerson(school, 'advisor', { name: 'Ada King' })
  const invited = await makePerson(school, 'student', { verified: false })
  const token = await school.tokenOf('admin')
  const value = { id: invited._id, advisor: id }
  await school.call(editPerson.student, { token, body: { value } })
  await openScreen(school, { as: 'admin', at: paths.person('advisor', id) })
  await press('Hand over students…')
  const form = await findDialog('Hand over students')
  await form.findByText(
    '1 invited student is to start with Ada King. They and their open reviews go to another advisor. Everyone involved is notified, except about invited students.',
  )
  expect(screen.queryByRole('link', { name: 'Choose some of them' })).toBeNull()
  await press('Hand over', form)
  await findToast('1 student handed over')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Hand over students…' })).toBeNull(),
  )
  const { firstAdvisor } = await school.call(getPerson, { token, query: { id: invited._id } })
  expect(firstAdvisor).not.toBeNull()
  expect(firstAdvisor?._id).not.toBe(id)
})

test('the new advisor is found without accents, by words in any order', async () => {
  const { school, again } = await begin()
  for (let count = 0; count < 9; count++) await makePerson(school, 'advisor')
  await makePerson(school, 'advisor', { name: 'Zoë Zimmer' })
  await again()
  await press('Hand over students…')
  const form = await findDialog('Hand over students')
  await fill(await form.findByRole('combobox', { name: 'New advisor' }), 'zimmer zoe')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(screen.getByRole('option')).toHaveTextContent('Zoë Zimmer')
})

test('a handover can be undone from its toast', async () => {
  const { busiest, students, find } = await begin()
  await press('Hand over students…')
  await press('Hand over', await findDialog('Hand over students'))
  await findToast(`${students} students handed over`)
  expect(await find()).toMatchObject({ students: 0 })
  await press('Undo')
  await findToast(`${students} students are back with ${busiest.name}.`)
  expect(await find()).toMatchObject({ students })
})

test('an advisor who is back gets the handed-over students back with one press', async () => {
  const { busiest, students, find, again } = await begin()
  await press('Hand over students…')
  await press('Hand over', await findDialog('Hand over students'))
  await findToast(`${students} students handed over`)
  await again()
  await press('Take back students…')
  await press('Take back', await findDialog('Take back students'))
  await findToast(`${students} students are back with ${busiest.name}.`)
  expect(await find()).toMatchObject({ students })
})

test('a block and a handover can be undone on the advisor’s page, also after a reload', async () => {
  const { busiest, students, find, again } = await begin()
  await press('Hand over students…')
  await press('Hand over', await findDialog('Hand over students'))
  await findToast(`${students} students handed over`)
  await again()
  await press('Undo: Students handed over just now.')
  await findToast(`${students} students are back with ${busiest.name}.`)
  expect(await find()).toMatchObject({ students })

  await press('Block')
  await press('Yes, block', await findDialog('Block'))
  await screen.findByText('User blocked/unblocked successfully.')
  await again()
  await press('Undo: Blocked just now.')
  await findToast(`Block undone. ${students} students are back with ${busiest.name}.`)
  expect(await find()).toMatchObject({ isBlocked: false, students })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo: / })).toBeNull())
})

test('a student’s advisor can be changed on the student’s page, and that can be undone', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const students = () => school.call(listPeople.student, { token, query: { state: 'waiting' } })
  const [student] = await students()
  const { name: before = '' } = student?.advisor ?? {}
  if (!student) throw new Error('There is no student')
  await openScreen(school, { as: 'admin', at: paths.person('student', student._id) })
  await press('Change advisor…')
  const dialog = await findDialog('Change advisor')
  await dialog.findByText(`${before} advises ${student.name}.`, { exact: false })
  await press('Save', dialog)
  const said = await findToast(new RegExp(`^.+ advises ${student.name}\\.$`))
  const now = async () => (await students()).find(({ _id }) => _id === student._id)?.advisor?.name
  expect(said).toHaveTextContent(`${await now()} advises ${student.name}.`)
  expect(await now()).not.toBe(before)
  await press('Undo')
  await findToast(`${before} advises ${student.name}.`)
  expect(await now()).toBe(before)
})
