import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { resetSecondFactor, setSecondFactorRoles } from '#contract/accounts/second-factor.ts'
import { listPeople } from '#contract/people/people.ts'
import { demoLogins } from '#contract/school/school.ts'
import { makeCode } from '#test/accounts/second-factor.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { rows } from '../steps/lists.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'
import { expectError, heading, loginHeading, logOut, submitLogin } from '../steps/shell.ts'

/** The code of the authenticator app now, or a number of codes later. */
const code = (key: string, codesLater = 0) => makeCode(key, Date.now(), codesLater)

const card = (page: Page) => page.getByRole('region', { name: 'Second factor', exact: true })

/** Reads the key as shown for typing. */
async function keyOn(page: Page): Promise<string> {
  const key = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  return (await key.innerText()).replaceAll(' ', '')
}

test('a person sets up a second factor and signs in with a code and with a recovery code', async ({
  page,
  school,
}, { project }) => {
  const look = (screen: string) => checkAppearance(page, `${project.name}-${screen}`)
  await school.enter(page, 'student', '/profile')
  const own = card(page)
  await own.getByRole('button', { name: 'Set up' }).click()
  await expect(own.getByRole('heading', { name: 'Confirm your password' })).toBeFocused()
  await own.getByLabel('Your password').fill('wrong password')
  await page.keyboard.press('Enter')
  await expectError(own.getByLabel('Your password'), 'password is incorrect')
  await own.getByLabel('Your password').fill(demoLogins.student.password)
  await page.keyboard.press('Enter')

  await expect(own.getByRole('img', { name: /to scan/ })).toBeVisible()
  await look('second-factor-key')
  const key = await keyOn(page)
  const link = own.getByRole('link', { name: 'Open it with the key' })
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${key}`))
  await own.getByLabel('Code').fill(code(key) === '123456' ? '654321' : '123456')
  await page.keyboard.press('Enter')
  await expectError(own.getByLabel('Code'), 'This code is not correct. Please try again.')
  await own.getByLabel('Code').fill(code(key))
  await page.keyboard.press('Enter')

  await expect(toast(page, 'Your second factor is on.')).toBeVisible()
  await expect(own.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused()
  const shown = own.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const [recovery = ''] = await shown.allInnerTexts()
  await look('recovery-codes')
  const downloading = page.waitForEvent('download')
  await own.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('weekward-recovery-codes.txt')
  const kept = readFileSync(await download.path(), 'utf8')
  expect(kept.trim().split('\n')).toEqual(await shown.allInnerTexts())
  await own.getByRole('button', { name: 'I have saved them' }).click()
  await expect(own).toContainText('Recovery codes left: 10.')
  await expect(own.getByRole('heading', { level: 2 })).toBeFocused()

  await logOut(page)
  await submitLogin(page, demoLogins.student)
  const asked = page.getByLabel('Code')
  await expect(asked).toBeFocused()
  await expect(page.getByText('Please enter the code from your authenticator app.')).toBeVisible()
  await look('login-code')
  await asked.fill('000000')
  await page.keyboard.press('Enter')
  await expectError(asked, 'This code is not correct. Please try again.')
  // The first code is used up, but the next one is already accepted.
  await asked.fill(code(key, 1))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()

  await logOut(page)
  await submitLogin(page, demoLogins.student)
  await asked.fill(recovery.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(own).toContainText('Recovery codes left: 9.')

  await own.getByRole('button', { name: 'New recovery codes' }).click()
  const [, second = '', third = ''] = kept.split('\n')
  await own.getByLabel('Your password').fill(demoLogins.student.password)
  await own.getByLabel('Code').fill(second)
  await page.keyboard.press('Enter')
  await expect(shown).toHaveCount(10)
  const [fresh = ''] = await shown.allInnerTexts()
  await own.getByRole('button', { name: 'I have saved them' }).click()

  await own.getByRole('button', { name: 'Turn off' }).click()
  await own.getByLabel('Your password').fill(demoLogins.student.password)
  await own.getByLabel('Code').fill(third)
  await own.getByRole('button', { name: 'Turn off' }).click()
  await expectError(own.getByLabel('Code'), 'This code is not correct. Please try again.')
  await own.getByLabel('Code').fill(fresh)
  await own.getByRole('button', { name: 'Turn off' }).click()
  await expect(toast(page, 'Your second factor is off.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test(
  'a person whose role requires a second factor is led to set it up, then goes on',
  { tag: slowTests },
  async ({ page, school, somebodyElse }, { project }) => {
    const admin = await somebodyElse()
    const token = await school.enter(admin, 'admin', '/admin')
    await admin.getByRole('link', { name: 'Account' }).click()
    await expect(heading(admin, 'Account')).toBeVisible()
    await school.enter(page, 'reviewer', '/reviewer')
    await expect(heading(page, 'Home')).toBeVisible()

    const required = admin.getByRole('region', { name: 'Who must have a second factor' })
    await required.getByLabel('Reviewers').check()
    const save = required.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(toast(admin, 'Saved.')).toBeVisible()
    await expect(save).toBeFocused()

    await page.reload()
    await expect(heading(page, 'Set up your second factor')).toBeVisible()
    await checkAppearance(page, `${project.name}-second-factor-required`)
    await page.goto('/reviewer/slots-list')
    await expect(heading(page, 'Set up your second factor')).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(loginHeading(page, 'reviewer')).toBeVisible()
    await submitLogin(page, demoLogins.reviewer)
    await expect(heading(page, 'Set up your second factor')).toBeVisible()
    await page.getByLabel('Your password').fill(demoLogins.reviewer.password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code').fill(code(await keyOn(page)))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(heading(page, 'Home')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Home')).toBeVisible()

    // The phone is lost: an admin resets the second factor, and a new one must be set up at once.
    const { email, name } = await school
      .call(listPeople.reviewer, { token, query: { search: demoLogins.reviewer.email } })
      .then(([person]) => person ?? { email: '', name: '' })
    await admin.goto(`/admin/reviewer-list?search=${email}`)
    await rows(admin, 'reviewers')
      .getByRole('button', { name: `More for ${name}` })
      .click()
    await checkAppearance(admin, `${project.name}-more-actions`)
    await admin.getByRole('menuitem', { name: 'Reset second factor' }).click()
    const question = `Turn off the second factor of ${name}? They will then sign in with their password alone. Make sure the request really comes from them.`
    await answer(admin, question, 'Yes, turn it off')
    await expect(
      toast(admin, 'The second factor is off. They have been notified by email.'),
    ).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Set up your second factor')).toBeVisible()
    await school.call(setSecondFactorRoles, { token, body: { roles: [] } })
    await page.reload()
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(
      school.call(resetSecondFactor.reviewer, { token, body: { id: 'nobody' } }),
    ).rejects.toThrow('404')
  },
)

test('a person who forgot the password gets a link by email and sets a new one', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const student = await onboard(school, 'student', 'Nova Lindgren')
  const { name, email } = student
  await school.enter(page, 'admin', `/admin/student-list?search=${name}`)
  const more = rows(page, 'students').getByRole('button', { name: `More for ${name}` })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Reset password' }).press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Reset password' }).press('Enter')
  const question = `Create a link for ${name} to set a new password? The current one keeps working until then. No mail server is set up: no email is sent, and only your server administrator can pass on the link.`
  await answer(page, question, 'Yes, create it')
  const sent = 'Link created. Your server administrator can pass it on.'
  await expect(toast(page, sent)).toBeVisible()
  await expect(page.locator('body')).not.toContainText('reset-password')
  await expect(more).toBeFocused()

  const nova = await somebodyElse()
  await nova.goto(await school.resetLinkOf(email))
  await expect(heading(nova, 'Set a new password')).toBeVisible()
  await nova.getByLabel('Password', { exact: true }).fill('battery staple')
  await nova.getByLabel('Confirm password').fill('battery staple')
  await nova.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(nova, 'Your new password is set. You can sign in now.')).toBeVisible()
  await expect(loginHeading(nova, 'student')).toBeVisible()
  await submitLogin(nova, { email, password: 'battery staple' })
  await expect(heading(nova, 'Home')).toBeVisible()
})
