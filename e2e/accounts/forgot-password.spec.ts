import { expect, test } from '../kit/school.ts'
import { atLength } from '../kit/tags.ts'
import { heading, loginHeading } from '../steps/shell.ts'

test('who has forgotten the password comes back in by the link that they ask for at the login', {
  tag: atLength,
}, async ({ page, school }) => {
  const email = 'reviewer@weekward.test'
  const password = 'battery staple'
  await page.goto('/reviewer/login')
  // With demo data the email is there, as if somebody had typed it.
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await expect(page).toHaveURL('/reviewer/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/^If there is a reviewer with this email/)).toBeFocused()

  await page.goto(await school.resetLinkOf(email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(loginHeading(page, 'reviewer')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})
