import { adminJoinedMessage, userAddedMessage } from '#contract/accounts/accounts.ts'
import { demoLogins } from '#contract/school/school.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { rows } from '../steps/lists.ts'
import { goTo, heading, loginHeading, logOut, submitLogin } from '../steps/shell.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@school.test', password: 'a long-kept secret' }

test('an admin adds a second admin, who sets a password, signs in and blocks the first', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.goto('/admin/login')
  await submitLogin(page, demoLogins.admin)
  await expect(heading(page, 'Home')).toBeVisible()
  await goTo(page, 'Admins')
  await page.getByRole('main').getByRole('link', { name: 'Add user' }).click()
  const form = page.getByRole('region', { name: 'ADD USER' })
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('Admin')
  await form.getByLabel('Name').fill(ada.name)
  await form.getByLabel('Email').fill(ada.email)
  await form.getByRole('button', { name: 'Add user' }).click()
  await expect(toast(page, userAddedMessage)).toBeVisible()
  await logOut(page)

  await page.goto(await school.invitationOf(ada.email))
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByLabel('Confirm password').fill(ada.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, adminJoinedMessage)).toBeVisible()
  await expect(loginHeading(page, 'admin')).toBeFocused()
  await submitLogin(page, ada)
  await goTo(page, 'Admins')
  const first = rows(page, 'admins').filter({ hasText: demoLogins.admin.email })
  await first.getByRole('button', { name: 'Block' }).click()
  await page.getByRole('button', { name: 'Yes, block' }).click()
  await expect(first.getByText('Blocked')).toBeVisible()

  await logOut(page)
  await submitLogin(page, demoLogins.admin)
  await expect(page.getByText('Your account is blocked.')).toBeVisible()
})
