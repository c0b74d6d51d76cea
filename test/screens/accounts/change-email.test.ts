import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { changeEmail, confirmEmail } from '#contract/accounts/change-email.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/accounts/second-factor.ts'
import { makeCode } from '../../accounts/second-factor.ts'
import { fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, expectError, findField, findHeading, findRegion } from '../queries.ts'
import { type School, startDemoSchool } from '../school.ts'
import { onboard, password } from './newcomers.ts'

const newEmail = 'nova@elsewhere.test'
const sent =
  'A confirmation link is on its way to your new email address. Nothing changes until you open it.'

/** Opens the profile of a signed-in reviewer. */
async function openProfile(school: School) {
  const { role, email } = await onboard(school, 'reviewer')
  const token = await school.tokenOf(role, email)
  await openScreen(school, { as: { role, token }, at: '/reviewer/profile' })
  return { role, email, token }
}

async function linkTo(school: School, email: string): Promise<string> {
  return new URL(await school.linkTo(email)).pathname
}

/** Waits until an element has the focus, which may arrive later than the element. */
async function hasFocus(found: Promise<HTMLElement>): Promise<void> {
  const element = await found
  await waitFor(() => expect(element).toHaveFocus())
}

test('a new email address is requested in the profile, confirmed from its email, and undone from the old one’s', async () => {
  const school = await startDemoSchool()
  const { email, ...as } = await openProfile(school)
  await press('Change email')
  const typed = await findField('New email')
  await waitFor(() => expect(typed).toHaveFocus())
  expect(screen.queryByLabelText(/^Code/)).toBeNull()
  await fill(typed, newEmail)
  await fill(await findField('Your password'), password)
  await press('Send link')
  await (await findRegion('Email')).findByText(sent)
  await hasFocus(screen.findByRole('button', { name: 'Change email' }))

  await openScreen(school, { at: await linkTo(school, newEmail) })
  await findHeading('Confirm your new email address')
  await press('Confirm')
  const changed = 'Your email address has been changed. Sign in with the new one from now on.'
  await hasFocus(screen.findByText(changed))
  await school.call(login.reviewer, { body: { email: newEmail, password } })

  await openScreen(school, { as, at: await linkTo(school, email) })
  await findHeading('Restore your old email address')
  await press('Restore my old email address')
  const back =
    'Your old email address has been restored, and all sessions have ended. Your password no longer works. A link to set a new one is on its way to your old email address.'
  await hasFocus(screen.findByText(back))
  expect(localStorage.getItem(as.role)).toBeNull()
  const reset = screen.getByRole('link', { name: 'No email? Request another link' })
  expect(reset).toHaveAttribute('href', '/reviewer/forgot-password')
  await follow('Go to the login')
  await expectAddress('/reviewer/login')
})

test('errors are shown at their fields, and cancelling requests nothing', async () => {
  const school = await startDemoSchool()
  const { email } = await openProfile(school)
  await press('Change email')
  const typed = await findField('New email')
  await press('Send link')
  await expectError(typed, 'please enter the new email')
  expect(typed).toHaveFocus()
  await fill(typed, email)
  await fill(await findField('Your password'), 'a guess')
  await press('Send link')
  await expectError(await findField('Your password'), 'password is incorrect')
  await fill(await findField('Your password'), password)
  await press('Send link')
  await expectError(typed, 'This is already your email address')
  await fill(typed, 'student@weekward.test')
  await press('Send link')
  await expectError(typed, 'This email is already in use')
  await press('Cancel', within(await screen.findByRole('region', { name: 'Email' })))
  await hasFocus(screen.findByRole('button', { name: 'Change email' }))
})

test('a person with a second factor has to enter a code too', async () => {
  const school = await startDemoSchool()
  const { token, role } = await openProfile(school)
  const { key } = await school.call(beginSecondFactor[role], { token, body: { password } })
  const body = { code: makeCode(key, school.time.now) }
  await school.call(confirmSecondFactor[role], { token, body })
  await openScreen(school, { as: { role, token }, at: '/reviewer/profile' })
  await (await findRegion('Second factor')).findByText(/^On/)
  await press('Change email')
  await fill(await findField('New email'), newEmail)
  await fill(await findField('Your password'), password)
  await press('Send link')
  await expectError(await findField('Code'), 'please enter the code')
  await fill(await findField('Code'), makeCode(key, school.time.now, 1))
  await press('Send link')
  await (await findRegion('Email')).findByText(sent)
})

test.each(['/confirm-email', '/admin/undo-email'])(
  'a dead link of %s says so at once, and has nothing to press',
  async (at) => {
    await openScreen(await startDemoSchool(), { at: `${at}/no-such-link` })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This link is not valid or has expired\.$/,
    )
    expect(screen.queryByRole('button')).toBeNull()
    await follow('Already done? Sign in')
    await expectAddress(at.replace(/[^/]*$/, 'login'))
  },
)

test('confirming with a link that was used on another page shows an error', async () => {
  const school = await startDemoSchool()
  const { token, role } = await openProfile(school)
  await school.call(changeEmail[role], { token, body: { email: newEmail, password } })
  const at = await linkTo(school, newEmail)
  await openScreen(school, { at })
  await screen.findByRole('button', { name: 'Confirm' })
  const id = at.split('/').at(-1) ?? ''
  await school.call(confirmEmail[role], { params: { id } })
  await press('Confirm')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing was changed. This link is not valid or has expired.',
  )
})
