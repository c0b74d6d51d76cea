import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addPerson, blockUnblock } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { makePerson } from '../../factories.ts'
import { password, typePassword } from '../accounts/newcomers.ts'
import { answer, fill, follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getCells,
  getColumnHeaders,
} from '../queries.ts'
import { startEmptySchool } from '../school.ts'

async function start() {
  const school = await startEmptySchool()
  const grace = await makePerson(school, 'admin', { name: 'Grace Bennett' })
  return { school, grace, as: { role: 'admin' as const, token: grace.token } }
}

const rowOf = async (name: string) =>
  within((await findRows('admins')).find((one) => one.textContent?.includes(name)) ?? document.body)

/** Presses a button by keyboard. */
async function enter(button: string, row: Awaited<ReturnType<typeof rowOf>>): Promise<void> {
  ;(await row.findByRole('button', { name: button })).focus()
  await userEvent.keyboard('{Enter}')
}

test('an admin adds a second one, who sets a password and is led to the login', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: paths.home('admin') })
  await goTo('Admins')
  await findHeading('Admins')
  expect(await getColumnHeaders('admins')).toEqual(['no', 'name', 'email', 'verified', 'Action'])
  await follow('Add user', within(await screen.findByRole('main')))
  expect(await screen.findByRole('combobox', { name: 'Role' })).toHaveValue('Admin')
  expect(screen.queryByRole('combobox', { name: 'Domain' })).toBeNull()
  await fill(await findField('Name'), 'Ada Lovelace')
  await fill(await findField('Email'), 'ada@school.test')
  await press('Add user')
  await findToast('User added successfully.')
  await openScreen(school, { as, at: paths.adminList })
  const [ada] = await findRows('admins', 2)
  expect(getCells(ada).slice(0, 3)).toEqual(['1', 'Ada Lovelace', 'ada@school.test'])

  await openScreen(school, { at: new URL(await school.linkTo('ada@school.test')).pathname })
  await screen.findByText('Welcome to Weekward. Choose a password, then sign in.')
  await screen.findByLabelText('Confirm password')
  await typePassword(password, password)
  await findToast('Your password is set. You can sign in now.')
  await expectAddress(paths.login('admin'))
})

test('a block of another admin is undone from its toast, and an invitation is sent again', async () => {
  const { school, as } = await start()
  await makePerson(school, 'admin', { name: 'Alan Poe' })
  const nova = { name: 'Nova Lind', email: 'nova@school.test' }
  await school.call(addPerson.admin, { token: as.token, body: nova })
  await openScreen(school, { as, at: paths.adminList })
  await enter('Block', await rowOf('Alan Poe'))
  await answer(
    'Are you sure you want to block Alan Poe? They are signed out at once, and their API tokens are revoked for good. Webhooks they added stay.',
    'Yes, block',
  )
  await screen.findByText('User blocked/unblocked successfully.')
  await screen.findByText(/API tokens stay revoked\.$/)
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Block undone.')
  await (await rowOf('Alan Poe')).findByRole('button', { name: 'Block' })
  await enter('Send Mail', await rowOf('Nova Lind'))
  await answer(
    'Make a new invitation for Nova Lind? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.',
    'Yes, make a new link',
  )
  expect(await findField('Invitation link for Nova Lind')).toHaveValue(
    await school.linkTo(nova.email),
  )
})

test('the last admin is not offered to be blocked, and is told why', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: paths.adminList })
  const block = await (await rowOf('Grace Bennett')).findByRole('button', { name: 'Block' })
  await waitFor(() => expect(block).toHaveAttribute('aria-disabled', 'true'))
  expect(block).toHaveAccessibleDescription(
    'This is the last admin who can sign in. Add another admin first.',
  )
  await enter('Block', await rowOf('Grace Bennett'))
  const { findByText } = within(await screen.findByRole('dialog', { name: 'Not done' }))
  await findByText('This is the last admin who can sign in. Add another admin first.')

  const alan = await makePerson(school, 'admin', { name: 'Alan Poe' })
  await openScreen(school, { as, at: paths.adminList })
  await enter('Block', await rowOf('Grace Bennett'))
  await screen.findByText('This is your own account. Only another admin can unblock it.')
  // Meanwhile the other one is blocked elsewhere.
  const body = { id: alan._id, action: 'block' } as const
  await school.call(blockUnblock.admin, { token: as.token, body })
  await press('Yes, block', within(await screen.findByRole('dialog')))
  await screen.findByText('This is the last admin who can sign in. Add another admin first.')
  expect((await rowOf('Grace Bennett')).queryByText('Blocked')).toBeNull()
})

test('an admin’s page: a name is corrected, the own email is not, and nobody erases themselves', async () => {
  const { school, grace, as } = await start()
  const alan = await makePerson(school, 'admin', { name: 'Alan Poe' })
  await openScreen(school, { as, at: paths.adminList })
  await follow('Alan Poe', within(await screen.findByRole('table', { name: 'admins' })))
  await findHeading('Alan Poe')
  await press('Edit details…')
  await fill(await findField('Name'), 'Alan Turing')
  await press('Save', within(await screen.findByRole('dialog')))
  await findToast('Alan Turing: saved.')
  await openScreen(school, { as, at: paths.person('admin', alan._id) })
  await findHeading('Alan Turing')
  await press('Erase…')
  await fill(await findField('Type the name again: Alan Turing'), 'Alan Turing')
  await press('Erase', within(await screen.findByRole('dialog')))
  await expectAddress(paths.adminList)
  await findRows('admins', 1)

  await openScreen(school, { as, at: paths.person('admin', grace._id) })
  const block = await screen.findByRole('button', { name: 'Block' })
  await waitFor(() => expect(block).toHaveAccessibleDescription(/^This is the last admin/))
  await press('Edit details…')
  const email = await findField('Email')
  await fill(email, 'grace@new.test')
  await press('Save', within(await screen.findByRole('dialog')))
  await waitFor(() =>
    expect(email).toHaveAccessibleDescription(
      /Change your own email under Account, with your password\./,
    ),
  )
  await press('Cancel', within(await screen.findByRole('dialog')))
  await press('Erase…')
  await fill(await findField('Type the name again: Grace Bennett'), 'Grace Bennett')
  await press('Erase', within(await screen.findByRole('dialog')))
  await findToast('You cannot erase your own account. Ask another admin.')
})

test('an admin who requires a second factor of admins reads that it holds for them too', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/account' })
  const card = await findRegion('Who must have a second factor')
  ;(await card.findByRole('checkbox', { name: 'Admins' })).click()
  await card.findByText('You have none yet, so as soon as you save this, you must set one up too.')
  await press('Save', card)
  await findHeading('Set up your second factor')
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible()
})
