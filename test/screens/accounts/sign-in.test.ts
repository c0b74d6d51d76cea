import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { logout } from '#contract/accounts/login.ts'
import { basePath, roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { waitForPendingRequests } from '#web/kit/api/request.ts'
import { answer, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, expectError, findHeading, findRows } from '../queries.ts'
import { startDemoSchool, startEmptySchool } from '../school.ts'
import { choosePassword, invite, onboard } from './newcomers.ts'

const emailField = () => screen.getByLabelText(/^Email/)
const passwordField = () => screen.getByLabelText(/^Password/)

/** Fills in the login on the screen, and submits it. */
async function signIn(credentials: { email: string; password: string }): Promise<void> {
  // The demo credentials load after the form, and would overwrite what is typed before.
  await screen.findByText(/The demo credentials are filled in/)
  await fill(emailField(), credentials.email)
  await fill(passwordField(), credentials.password)
  await press('Login')
}

async function isRefused(message: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
}

for (const role of roles) {
  const login = `${basePath[role]}/login`

  test.each([basePath[role] || '/', login])(
    `the demo ${role} signs in at %s with what is filled in and comes home`,
    async (at) => {
      await openScreen(await startDemoSchool(), { at })
      await waitFor(() => expect(emailField()).toHaveValue(`${role}@weekward.test`))
      expect(passwordField()).toHaveValue('weekward-demo')
      await press('Login')
      await findHeading('Home')
      await expectAddress(basePath[role] || '/')
    },
  )

  test(`the ${role} login reports empty fields and an incorrect password`, async () => {
    await openScreen(await startDemoSchool(), { at: login })
    await signIn({ email: ' ', password: '' })
    await expectError(emailField(), 'please enter your email')
    await expectError(passwordField(), 'please enter your password')
    expect(emailField()).toHaveFocus()
    await signIn({ email: demoLogins[role].email, password: 'not the password' })
    await isRefused('password is incorrect')
    // Nothing reveals whether the person exists.
    await signIn({ email: 'nobody@weekward.test', password: 'weekward-demo' })
    await isRefused('password is incorrect')
    await expectAddress(login)
  })
}

test('without demo data no login is filled in', async () => {
  const school = await startEmptySchool()
  for (const role of roles) {
    await openScreen(school, { at: `${basePath[role]}/login` })
    await screen.findByRole('button', { name: 'Login' })
    await waitForPendingRequests()
    expect(screen.queryByText(/The demo credentials are filled in/)).toBeNull()
    expect(emailField()).toHaveValue('')
    expect(passwordField()).toHaveValue('')
  }
})

test('a password can be shown while it is typed', async () => {
  await openScreen(await startDemoSchool(), { at: '/login' })
  expect(passwordField()).toHaveAttribute('type', 'password')
  await press('Show what you type')
  expect(passwordField()).toHaveAttribute('type', 'text')
  await press('Show what you type')
  expect(passwordField()).toHaveAttribute('type', 'password')
})

test('another role’s session does not open an area', async () => {
  await openScreen(await startDemoSchool(), { at: '/admin/login' })
  await signIn(demoLogins.student)
  await isRefused('This is not the login for your account. Sign in at the student login.')
})

test('a blocked person and one without a profile read why they cannot sign in', async () => {
  const school = await startDemoSchool()
  const student = await onboard(school, 'student')
  const { email } = student
  const blocked = { blocked_at: school.time.now }
  await school.context.db.updateTable('people').set(blocked).where('email', '=', email).execute()
  await openScreen(school, { at: '/login' })
  await signIn(student)
  await isRefused('Your account is blocked. Please talk to your admin.')

  const advisor = await invite(school, 'advisor')
  await choosePassword(school, advisor)
  await openScreen(school, { at: '/advisor/login' })
  await signIn(advisor)
  await isRefused('Your profile is not complete. Please open the link in your invitation.')
})

test('after signing in from a link, its screen is shown', async () => {
  const school = await startDemoSchool()
  // Opens the home first, so that its code is loaded.
  await openScreen(school, { as: 'advisor', at: '/advisor' })
  await openScreen(school, { at: '/advisor/reviews-list?status=conducted' })
  await signIn(demoLogins.advisor)
  await findHeading('Reviews List')
  await findRows('Reviews')
  await expectAddress('/advisor/reviews-list?status=conducted')
})

test('after the server ends a session, signing in returns to the same screen', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('student')
  await school.call(logout.student, { token })
  await openScreen(school, { as: { role: 'student', token }, at: '/manifest' })
  await findHeading('Student login')
  await expectAddress('/')
  screen.getByText('Your session has ended. Please sign in again.')
  await screen.findByText(/The demo credentials are filled in/)
  await press('Login')
  await findHeading('Manifest')
  await expectAddress('/manifest')
})

test('after logging out, signing in starts at home', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'reviewer', at: '/reviewer/reviews-list' })
  await press('Logout')
  await answer('Are you sure you want to logout?', 'Yes, logout!')
  await findHeading('Reviewer login')
  await expectAddress('/reviewer/login')
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
  await signIn(demoLogins.reviewer)
  await findHeading('Home')
  await expectAddress('/reviewer')
})

test('after ten failures even the right password has to wait', async () => {
  await openScreen(await startDemoSchool({ rateLimit: true }), { at: '/login' })
  for (let failure = 0; failure < 10; failure++) {
    await signIn({ email: demoLogins.student.email, password: `guess ${failure}` })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled())
    await isRefused('password is incorrect')
  }
  await signIn(demoLogins.student)
  await isRefused('Too many failed logins. Please try again in a few minutes.')
})

test('the wrong login links to the others, and only one button says login', async () => {
  const school = await startDemoSchool()
  for (const role of roles) {
    await openScreen(school, { at: role === 'student' ? '/' : `${basePath[role]}/login` })
    const others = within(await screen.findByRole('navigation', { name: 'Other logins' }))
    const links = others.getAllByRole('link').map((link) => link.getAttribute('href'))
    const expected = roles.filter((other) => other !== role)
    expect(links).toEqual(expected.map((other) => `${basePath[other]}/login`))
    expect(screen.getAllByRole('button', { name: /login/i })).toHaveLength(1)
  }
})

test('the login, the top bar and the document title show the school’s name', async () => {
  const content = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const schoolLogo = { type: 'image/png', content, version: '0123456789abcdef' }
  const school = await startDemoSchool({ schoolName: 'Blåklint', schoolLogo })
  const logo = () => document.querySelector('img')?.getAttribute('src')
  await openScreen(school, { at: '/reviewer/login' })
  await screen.findByText('Blåklint')
  expect(logo()).toBe('/school-logo/0123456789abcdef')
  expect(document.title).toBe('Reviewer login · Blåklint')

  await openScreen(school, { as: 'reviewer', at: '/reviewer' })
  const bar = within(await screen.findByRole('banner'))
  expect(await bar.findByRole('link', { name: 'Blåklint' })).toHaveAttribute('href', '/reviewer')
  expect(logo()).toBe('/school-logo/0123456789abcdef')
  await waitFor(() => expect(document.title).toBe('Home · Blåklint'))

  // A broken image is replaced by the product's logo.
  const picture = document.querySelector('header img')
  if (picture) fireEvent.error(picture)
  await waitFor(() => expect(logo()).toBeUndefined())
  expect(document.querySelector('header a[href="/reviewer"] svg circle')).not.toBeNull()
})
