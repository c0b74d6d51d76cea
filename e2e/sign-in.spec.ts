import { setPassword } from '#contract/accounts.ts'
import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school.ts'
import { block, invite, onboard } from './newcomers.ts'
import { expect, test } from './school.ts'
import { expectWrong, heading, signIn } from './shell.ts'
import { onceAs } from './tags.ts'

const logins = {
  student: { at: ['/', '/login'], home: '/' },
  advisor: { at: ['/advisor', '/advisor/login'], home: '/advisor' },
  reviewer: { at: ['/reviewer', '/reviewer/login'], home: '/reviewer' },
  admin: { at: ['/admin', '/admin/login'], home: '/admin' },
}

for (const role of roles) {
  const { at, home } = logins[role]

  test(
    `the demo ${role} signs in with what is filled in and comes home`,
    onceAs('reviewer', role),
    async ({ page }) => {
      for (const path of at) {
        await page.goto(path)
        await expect(page.getByLabel('Email')).toHaveValue(`${role}@weekward.test`)
        await expect(page.getByLabel('Password', { exact: true })).toHaveValue('weekward-demo')
      }
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(home)
      await expect(heading(page, 'Home')).toBeFocused()
      // Once a token is held, the login's address shows the home.
      await page.goto(at[1] ?? '')
      await expect(heading(page, 'Home')).toBeVisible()
    },
  )

  test(`the ${role} login says which field is empty and that a password is incorrect`, async ({
    page,
  }) => {
    await page.goto(at[1] ?? '')
    await signIn(page, { email: ' ', password: '' })
    await expectWrong(page.getByLabel('Email'), 'please enter your email')
    await expectWrong(page.getByLabel('Password', { exact: true }), 'please enter your password')
    await expect(page.getByLabel('Email')).toBeFocused()
    await signIn(page, { email: demoLogins[role].email, password: 'not the password' })
    await expect(page.getByRole('alert')).toHaveText('password is incorrect')
    // Nothing tells whether there is such a person.
    await signIn(page, { email: 'nobody@weekward.test', password: 'weekward-demo' })
    await expect(page.getByRole('alert')).toHaveText('password is incorrect')
    await expect(page).toHaveURL(at[1] ?? '')
  })
}

test('a password can be looked at while it is typed', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show what you type' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show what you type' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('somebody else’s role does not open an area', async ({ page }) => {
  await page.goto('/admin/login')
  await signIn(page, demoLogins.student)
  await expect(page.getByRole('alert')).toHaveText('password is incorrect')
})

test('a blocked person and one whose profile is missing read why they cannot sign in', async ({
  page,
  school,
}) => {
  const blocked = await onboard(school, 'student')
  await block(school, 'student', blocked.email)
  await page.goto('/login')
  await signIn(page, blocked)
  await expect(page.getByRole('alert')).toHaveText(
    'Your account is blocked. Please talk to your admin.',
  )

  const invited = { name: 'Iris Blom', email: 'iris@school.test', password: 'halfway there' }
  const id = await invite(school, 'advisor', invited)
  await school.call(setPassword.advisor, { params: { id }, body: { password: invited.password } })
  await page.goto('/advisor/login')
  await signIn(page, invited)
  await expect(page.getByRole('alert')).toHaveText(
    'Your profile is not complete. Please open the link in your invitation.',
  )
})

test('a login that gets no answer says that the password is incorrect, and that it may be right', async ({
  page,
  school,
}) => {
  await page.goto('/advisor/login')
  await expect(page.getByLabel('Email')).toHaveValue(demoLogins.advisor.email)
  await school.stop()
  await page.getByRole('button', { name: 'Login' }).click()
  const refusal = page.getByRole('alert')
  await expect(refusal.getByText('password is incorrect', { exact: true })).toBeVisible()
  await expect(
    refusal.getByText('The server did not answer; the password may be right.', { exact: true }),
  ).toBeVisible()
})

test.describe('with the limit on failed logins', () => {
  test.use({ settings: { RATE_LIMIT: 'on' } })

  test('after ten failures even the right password has to wait', async ({ page }) => {
    await page.goto('/login')
    for (let failure = 0; failure < 10; failure++) {
      await signIn(page, { email: demoLogins.student.email, password: `guess ${failure}` })
      await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
      await expect(page.getByRole('alert')).toHaveText('password is incorrect')
    }
    await signIn(page, demoLogins.student)
    await expect(page.getByRole('alert')).toHaveText(
      'Too many failed logins. Please try again in a few minutes.',
    )
  })
})

test.describe('without demo data', () => {
  test.use({ settings: { DEMO: 'off' } })

  test('no login has anything filled in', async ({ page }) => {
    for (const role of roles) {
      const asked = page.waitForResponse('**/school')
      await page.goto(logins[role].at[1] ?? '')
      await (await asked).finished()
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('')
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    }
  })
})
