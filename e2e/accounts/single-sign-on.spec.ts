import { addPerson } from '#contract/accounts/accounts.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { demoLogins } from '#contract/school/school.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { fillProfile } from '../steps/onboarding.ts'
import { goTo, heading, loginHeading } from '../steps/shell.ts'
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

test(
  'the login says why the provider’s answer signs nobody in, and a password still does',
  { tag: slowTests },
  async ({ page, provider }, { project }) => {
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
    provider.who.email = 'somebody.with.a.very.long.name@directory.school.test'
    // The provider remembers whom it has signed in.
    provider.rotateKeys()
    await button.click()
    await expect(page.getByRole('alert')).toContainText(provider.who.email)
    await checkAppearance(page, `${project.name}-login-unknown-email`)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(heading(page, 'Home')).toBeVisible()
  },
)

test('the logout can also end the provider’s session', { tag: slowTests }, async ({
  page,
  provider,
}) => {
  provider.who.email = demoLogins.student.email
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Keycloak' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
  // The school, which says what the provider can do, may arrive after the home.
  await expect(page.getByRole('banner').getByText('Demo school')).toBeAttached()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, at Keycloak too' }).click()
  await page.waitForURL(`${provider.issuer}/session/end?**`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(loginHeading(page, 'student')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test.describe('with single sign-on only', () => {
  test.use({ only: 'on' })

  test(
    'the form is gone, and one admin still gets in by password',
    { tag: slowTests },
    async ({ page, provider }, { project }) => {
      provider.who.email = demoLogins.reviewer.email
      await page.goto('/reviewer/login')
      const button = page.getByRole('link', { name: 'Continue with Keycloak' })
      await expect(button).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Sign in with a password' })).toHaveCount(0)
      await checkAppearance(page, `${project.name}-login-without-passwords`)
      await button.click()
      await expect(heading(page, 'Home')).toBeVisible()
      await goTo(page, 'Profile')
      await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)

      await page.goto('/admin/login')
      await page.getByRole('button', { name: 'Sign in with a password' }).click()
      await page.getByLabel('Email').fill(demoLogins.admin.email)
      await page.getByLabel('Password', { exact: true }).fill(demoLogins.admin.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(heading(page, 'Home')).toBeVisible()
    },
  )

  test('an invited student completes the profile and signs in, without a password', {
    tag: slowTests,
  }, async ({ page, provider, school }) => {
    const token = await school.tokenOf('admin')
    const [domain] = await school.call(listDomains, { token })
    const email = 'nova@weekward.test'
    const body = { name: 'Nova Lindgren', email }
    const { inviteUrl } = await school.call(addPerson.student, { token, body })
    await page.goto(inviteUrl ?? '')
    await expect(heading(page, 'Complete your profile')).toBeVisible()
    await fillProfile(page, { role: 'student', domain: domain?.name ?? '' })
    provider.who.email = email
    await page.getByRole('link', { name: 'Continue with Keycloak' }).click()
    await expect(heading(page, 'Home')).toBeVisible()
  })
})
