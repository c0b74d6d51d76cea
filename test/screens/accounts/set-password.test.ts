import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { basePath, roles } from '#contract/roles.ts'
import { follow } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, expectError, findField, findHeading } from '../queries.ts'
import { startDemoSchool, startEmptySchool } from '../school.ts'
import {
  choosePassword,
  deadLinkMessage,
  inviteAndOpenLink,
  password,
  typePassword,
} from './newcomers.ts'

for (const role of roles) {
  const screens = ['reset-password', 'set-password', ...(role === 'admin' ? [] : ['set-profile'])]

  test.each(screens)(
    `at %s a link that was never sent says so at once to a ${role}, and shows no form`,
    async (where) => {
      await openScreen(await startEmptySchool(), { at: `${basePath[role]}/${where}/no-such-link` })
      expect(await screen.findByRole('alert')).toHaveTextContent(deadLinkMessage)
      expect(screen.queryAllByRole('textbox')).toEqual([])
      expect(screen.queryAllByRole('button')).toEqual([])
    },
  )
}

test('an invited person reads the school’s name', async () => {
  await inviteAndOpenLink(await startEmptySchool({ schoolName: 'Blåklint' }), 'student')
  await screen.findByText(/^Welcome to Blåklint\./)
})

test('an invited admin finds the login with the email filled in', async () => {
  const { email } = await inviteAndOpenLink(await startEmptySchool(), 'admin')
  await typePassword(password, password)
  await expectAddress('/admin/login')
  expect(await findField('Email')).toHaveValue(email)
})

test('where people can also sign in with single sign-on, the password can be left out', async () => {
  const secret = { issuer: 'https://id.school.test', clientId: 'weekward', clientSecret: 'secret' }
  const oidc = { ...secret, name: 'Keycloak', passwordAdmin: undefined, canSignOut: false }
  await inviteAndOpenLink(await startEmptySchool({ oidc }), 'student')
  await follow('Continue without a password')
  await screen.findByRole('heading', { name: 'Complete your profile' })
})

test('each password rule is shown under its field, and the password can be shown', async () => {
  await inviteAndOpenLink(await startEmptySchool(), 'student')
  const first = screen.getByLabelText('Password')
  const second = screen.getByLabelText('Confirm password')
  for (const [typed, message] of [
    ['', 'please enter vaild password'],
    ['         ', 'please enter vaild password'],
    ['seven77', 'Passwords should be 8 characters long'],
  ] as const) {
    await typePassword(typed, typed)
    await expectError(first, message)
    expect(first).toHaveFocus()
  }
  await typePassword(password, `${password}!`)
  await expectError(second, 'Password must be same')
  expect(second).toHaveFocus()
  await typePassword('password1', 'password1')
  await expectError(second, 'This password is too common. Please choose another.')
  expect(second).toHaveFocus()
  await expectAddress(/\/set-password\//)

  // One button, behind the second field, shows both passwords.
  const toggle = screen.getByRole('button', { name: 'Show what you type' })
  for (const type of ['text', 'password']) {
    await userEvent.click(toggle)
    for (const field of [first, second]) expect(field).toHaveAttribute('type', type)
  }
})

test('a person whose password is set is told so, and goes on to the profile', async () => {
  const school = await startDemoSchool()
  const newcomer = await inviteAndOpenLink(school, 'student')
  expect(screen.queryByText('You have already set a password', { exact: false })).toBeNull()
  await choosePassword(school, newcomer)
  await openScreen(school, { at: `/set-password/${newcomer.secret}` })
  await screen.findByText('You have already set a password', { exact: false })
  await follow('Continue to your profile')
  expect(await findHeading('Complete your profile')).toHaveFocus()
})

test('a link that expires while the password is typed shows an error under the confirm field', async () => {
  const school = await startDemoSchool()
  const { secret, email } = await inviteAndOpenLink(school, 'student')
  const token = await school.tokenOf('admin')
  const [nova] = await school.call(listPeople.student, { token, query: { search: email } })
  const body = { id: nova?._id ?? '', action: 'block' } as const
  // A new invitation invalidates the old one.
  await school.call(blockUnblock.student, { token, body })
  await typePassword(password, password)
  await expectError(screen.getByLabelText('Confirm password'), deadLinkMessage)
  await expectAddress(`/set-password/${secret}`)
})
