import { demoLogins } from '#contract/school/school.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect } from '../kit/school.ts'
import { heading, loginHeading } from '../steps/shell.ts'
import { test } from './with-provider.ts'

test('a person signs in through the provider and lands on the screen they asked for', async ({
  page,
  provider,
}, { project }) => {
  provider.who.email = demoLogins.advisor.email
  await page.goto('/advisor/reviews-list?status=conducted')
  const button = page.getByRole('link', { name: 'Continue with Keycloak' })
  await expect(button).toBeVisible()
  await checkAppearance(page, `${project.name}-login-with-provider`)
  await button.click()
  await expect(heading(page, 'Reviews List')).toBeVisible()
  await expect(page).toHaveURL('/advisor/reviews-list?status=conducted')
  await page.reload()
  await expect(heading(page, 'Reviews List')).toBeVisible()
})

test('the login says why the provider’s answer signs nobody in, and a password still does', async ({
  page,
  provider,
}) => {
  provider.who.email = demoLogins.reviewer.email
  await page.goto('/login')
  const button = page.getByRole('link', { name: 'Continue with Keycloak' })
  provider.setAway(true)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Could not reach Keycloak. Please try again in a few minutes.',
  )
  provider.setAway(false)
  await button.click()
  await expect(page.getByRole('alert')).toHaveText(
    'This is not the login for your account. Sign in at the reviewer login.',
  )
  await expect(loginHeading(page, 'student')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
})
