import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { paths } from '#web/paths.ts'
import { choose, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { heading, toast } from '../see.ts'

/** The advisor with the most students, as an admin sees them. */
async function begin() {
  const school = await demoSchool()
  const token = await school.tokenOf('admin')
  const advisors = () => school.call(listPeople.advisor, { token })
  const [busiest] = (await advisors()).toSorted((a, b) => (b.students ?? 0) - (a.students ?? 0))
  if (!busiest?.students) throw new Error('Nobody has a student')
  await openScreen(school, { as: 'admin', at: paths.person('advisor', busiest._id) })
  await heading(busiest.name)
  const find = async () => (await advisors()).find(({ _id }) => _id === busiest._id)
  return { busiest, students: busiest.students, find }
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('before an advisor is blocked the question says how many students there are, and hands them over', async () => {
  const { busiest, students, find } = await begin()
  await press('Block')
  const dialog = await dialogOf('Block')
  await dialog.findByText(`${busiest.name} advises ${students} students`, { exact: false })
  const choice = await dialog.findByRole('combobox', { name: 'New advisor' })
  expect(choice).toHaveValue('Shared evenly among all others')
  await press('Yes, block', dialog)
  await screen.findByText('User blocked/unblocked successfully.')
  expect(await find()).toMatchObject({ isBlocked: true, students: 0 })
})

test('students who stay with a blocked advisor can be handed over later, to one of the others', async () => {
  const { busiest, students, find } = await begin()
  await press('Block')
  const dialog = await dialogOf('Block')
  await choose('New advisor', 'Nobody: they have no advisor')
  await press('Yes, block', dialog)
  await screen.findByText('User blocked/unblocked successfully.')
  expect(await find()).toMatchObject({ isBlocked: true, students })

  await press('Close')
  await press('Hand over students…')
  const form = await dialogOf('Hand over students')
  await userEvent.click(await form.findByRole('combobox', { name: 'New advisor' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).not.toContain(
    expect.stringContaining(busiest.name),
  )
  const last = options.at(-1)
  if (!last) throw new Error('There is no other advisor')
  await userEvent.click(last)
  await press('Hand over', form)
  await toast(`${students} students handed over`)
  await toast(new RegExp(`^\\D+ ${students}$`))
  expect(await find()).toMatchObject({ students: 0 })
})
