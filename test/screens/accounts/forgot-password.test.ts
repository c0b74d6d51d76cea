import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { basePath, roles } from '#contract/roles.ts'
import { sendRequestedResets } from '#server/accounts/recovery/forgot-password.ts'
import { fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, expectError, findField, findHeading } from '../queries.ts'
import { startDemoSchool, startEmptySchool } from '../school.ts'
import { onboard, typePassword } from './newcomers.ts'

const getAnswer = (role: string) =>
  `If there is ${/^a/.test(role) ? 'an' : 'a'} ${role} with this email, a password reset link is on its way.`

for (const role of roles) {
  const base = basePath[role]

  test(`the ${role} login leads to a password reset, and says whom else to ask`, async () => {
    await openScreen(await startEmptySchool(), { at: `${base}/login` })
    const link = await screen.findByRole('link', { name: 'Forgot password?' })
    expect(link).toHaveAttribute('href', `${base}/forgot-password`)
    await openScreen(await startEmptySchool(), { at: `${base}/forgot-password` })
    await findHeading('Forgot your password?')
    await fill(await findField('Email'), 'nobody@school.test')
    await press('Send link')
    expect(await screen.findByText(getAnswer(role))).toHaveFocus()
    // Admins have no admin to ask.
    const known = role === 'admin' ? '' : ' An admin of your school knows who that is.'
    screen.getByText(
      `But this school does not send emails yet. Ask your server administrator for the link.${known}`,
    )
    await follow('Back to login')
    await expectAddress(`${base}/login`)
  })
}

test('with a mail server the page says how long the link is valid, and another email can be tried', async () => {
  const smtpUrl = 'smtp://mail.school.test'
  await openScreen(await startDemoSchool({ smtpUrl }), { at: '/reviewer/forgot-password' })
  await fill(await findField('Email'), 'nobody@school.test')
  await press('Send link')
  await screen.findByText(
    'The link works once and expires after one hour. No email? Check your spam folder or ask an admin of your school.',
  )
  await press('Try another email address')
  const email = await findField('Email')
  expect(email).toHaveFocus()
  expect(email).toHaveValue('nobody@school.test')
})

test('an invalid email shows an error under the field, other failures above the button', async () => {
  const school = await startDemoSchool({ rateLimit: true })
  await openScreen(school, { at: '/forgot-password' })
  const email = await findField('Email')
  await press('Send link')
  await expectError(email, 'please enter your email')
  expect(email).toHaveFocus()
  await fill(email, 'nobody')
  await press('Send link')
  await expectError(email, 'Invalid email')
  // By others in the same network.
  for (let times = 0; times < 100; times++) {
    await school.app.inject({
      method: 'POST',
      url: '/forgot-password',
      payload: { email: `somebody-${times}@school.test` },
    })
  }
  await fill(email, 'somebody@school.test')
  await press('Send link')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^No email was sent\. Too many requests/,
  )
})

test('the email’s link leads to a new password', async () => {
  const school = await startDemoSchool()
  const { email } = await onboard(school, 'advisor')
  await openScreen(school, { at: '/advisor/forgot-password' })
  await fill(await findField('Email'), email.toUpperCase())
  await press('Send link')
  await screen.findByText(getAnswer('advisor'))
  await sendRequestedResets(school.context)
  await openScreen(school, { at: new URL(await school.linkTo(email)).pathname })
  await screen.findByLabelText('Confirm password')
  await typePassword('battery staple', 'battery staple')
  await expectAddress('/advisor/login')
})
