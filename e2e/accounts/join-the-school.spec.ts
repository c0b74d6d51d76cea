import type { Page } from '@playwright/test'
import { profileCompletedMessage } from '#contract/accounts/accounts.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { invite } from '../steps/schools/invite-and-onboard.ts'
import { expectError, heading, loginHeading, submitLogin } from '../steps/shell.ts'

const deadLink = 'This link is not valid or has expired. Ask your admin for a new one.'
const password = 'a long-kept secret'

const areas = {
  student: { base: '', domains: ['Web Development'], work: 'Next Review' },
  advisor: { base: '/advisor', domains: [], work: 'Nothing needs your attention' },
  reviewer: {
    base: '/reviewer',
    domains: ['Data Analysis', 'Web Development'],
    work: 'you have no reviews pending',
  },
}

/** Opens the link in the invitation. */
async function openMail(page: Page, school: School, role: ProfileRole): Promise<string> {
  const email = `nova.${role}@school.test`
  await invite(school, role, { name: 'Nova Lindgren', email })
  const link = await school.invitationOf(email)
  await page.goto(link)
  await expect(heading(page, 'Set your password')).toBeVisible()
  return new URL(link).pathname
}

async function typePassword(page: Page, first: string, second: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(first)
  await page.getByLabel('Confirm password').fill(second)
  await page.getByRole('button', { name: 'Set password' }).click()
}

async function pick(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function fillProfile(page: Page, role: ProfileRole): Promise<void> {
  const field = role === 'student' ? 'Domain' : 'Domains'
  for (const domain of areas[role].domains) await pick(page, field, domain)
  if (role === 'reviewer') await page.keyboard.press('Escape')
  await page.getByLabel('Mobile number').fill('5550001111')
  await page.getByLabel('Date of birth').fill('2000-02-29')
  await pick(page, 'Gender', 'female')
  await page.getByLabel('Educational qualification').fill('BSc Physics')
  await page.getByLabel('Address').fill('1 Main Street, Bergen')
}

/** An invalid link says so and shows no form. */
async function expectDead(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(deadLink)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
}

for (const role of ['student', 'advisor', 'reviewer'] as const) {
  const { base, work } = areas[role]

  test(
    `a new ${role} joins from the email: password, profile, login, home`,
    tagUnlessFirst('student', role),
    async ({ page, school }) => {
      const path = await openMail(page, school, role)
      const secret = path.split('/').at(-1)
      const domainsAsked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/get-domaim-info/')) domainsAsked.push(request.url())
      })
      expect(path).toBe(`${base}/set-password/${secret}`)
      await typePassword(page, password, password)
      await expect(page).toHaveURL(`${base}/set-profile/${secret}`)
      await expect(heading(page, 'Complete your profile')).toBeFocused()
      await fillProfile(page, role)
      await expect(page.getByLabel('Age')).not.toHaveValue('')
      await page.getByRole('button', { name: 'Save profile' }).click()
      await expect(page).toHaveURL(`${base}/login`)
      await expect(loginHeading(page, role)).toBeFocused()
      // The link is used up: the page sends nothing with it any more and shows nothing but the
      // success.
      await expect(toast(page, profileCompletedMessage)).toBeVisible()
      await expect(page.getByText(deadLink)).toHaveCount(0)
      expect(domainsAsked).toHaveLength(role === 'advisor' ? 0 : 1)
      await submitLogin(page, { email: `nova.${role}@school.test`, password })
      await expect(heading(page, 'Home')).toBeVisible()
      await expect(page.getByText(work).first()).toBeVisible()

      // A used link is invalid.
      for (const screen of ['set-password', 'set-profile']) {
        await page.goto(`${base}/${screen}/${secret}`)
        await expectDead(page)
      }
    },
  )
}

test('a password that could not be sent says why below the confirmation', {
  tag: slowTests,
}, async ({ page, school }) => {
  await openMail(page, school, 'student')
  // The page has checked its link.
  await expect(page.getByLabel('Confirm password')).toBeVisible()
  await school.stop()
  await typePassword(page, password, password)
  await expectError(page.getByLabel('Confirm password'), 'error')
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(
    /The server could not be reached/,
  )
})
