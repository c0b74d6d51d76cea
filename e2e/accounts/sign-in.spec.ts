import { roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

const logins = {
  student: { at: ['/', '/login'], home: '/' },
  advisor: { at: ['/advisor', '/advisor/login'], home: '/advisor' },
  reviewer: { at: ['/reviewer', '/reviewer/login'], home: '/reviewer' },
  admin: { at: ['/admin', '/admin/login'], home: '/admin' },
}

for (const role of roles) {
  const { at, home } = logins[role]

  test(
    `the demo ${role} signs in with the prefilled credentials and gets home`,
    tagUnlessFirst('reviewer', role),
    async ({ page }) => {
      for (const path of at) {
        await page.goto(path)
        await expect(page.getByLabel('Email')).toHaveValue(`${role}@weekward.test`)
        await expect(page.getByLabel('Password', { exact: true })).toHaveValue('weekward-demo')
      }
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(home)
      await expect(heading(page, 'Home')).toBeFocused()
      // With a session, the login's path shows the home.
      await page.goto(at[1] ?? '')
      await expect(heading(page, 'Home')).toBeVisible()
    },
  )
}

test('after signing in from a link, its screen is shown', { tag: slowTests }, async ({ page }) => {
  await page.goto('/advisor/reviews-list?status=conducted')
  await expect(page.getByLabel('Email')).toHaveValue(demoLogins.advisor.email)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Reviews List')).toBeFocused()
  await expect(page).toHaveURL('/advisor/reviews-list?status=conducted')
})

test('a login without a reply says that the password is incorrect, and that it may be right', async ({
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
    refusal.getByText('The server did not respond. Your password may be correct.', { exact: true }),
  ).toBeVisible()
})
