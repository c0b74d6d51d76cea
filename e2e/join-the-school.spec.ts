import type { Page } from '@playwright/test'
import { addPerson, blockUnblock, profileCompleted } from '#contract/accounts.ts'
import { listPeople } from '#contract/people.ts'
import { type AddableRole, basePath, roles } from '#contract/roles.ts'
import { toast } from './answers.ts'
import { invite } from './newcomers.ts'
import { emptySchool, firstAdmin } from './onboarding.ts'
import { expect, type School, test } from './school.ts'
import { expectWrong, heading, loginHeading, signIn } from './shell.ts'

const deadLink = 'This link is not valid or has expired. Ask your admin for a new one.'
const password = 'a long-kept secret'

const areas = {
  student: { base: '', domains: ['Web Development'], work: 'Next Review' },
  advisor: { base: '/advisor', domains: [], work: 'Nobody needs you now' },
  reviewer: {
    base: '/reviewer',
    domains: ['Data Analysis', 'Web Development'],
    work: 'you have no reviews pending',
  },
}

/** Opens the link in the mail that an admin had sent. */
async function openMail(page: Page, school: School, role: AddableRole): Promise<string> {
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

async function fillProfile(page: Page, role: AddableRole): Promise<void> {
  const field = role === 'student' ? 'Domain' : 'Domains'
  for (const domain of areas[role].domains) await pick(page, field, domain)
  if (role === 'reviewer') await page.keyboard.press('Escape')
  await page.getByLabel('Mobile number').fill('5550001111')
  await page.getByLabel('Date of birth').fill('2000-02-29')
  await pick(page, 'Gender', 'female')
  await page.getByLabel('Educational qualification').fill('BSc Physics')
  await page.getByLabel('Address').fill('1 Main Street, Bergen')
}

/** A link that is dead says so, and there is nothing to fill in. */
async function expectDead(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(deadLink)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
}

/** A profile that was not saved is logged (specification, section 8), and that is no fault here. */
function expectLogged(complaints: string[], reason: string | undefined): void {
  const logged = complaints.splice(0)
  expect(logged).toHaveLength(reason === undefined ? 0 : 1)
  for (const line of logged) expect(line).toContain(reason)
}

for (const role of ['student', 'advisor', 'reviewer'] as const) {
  const { base, work } = areas[role]

  test(`a new ${role} comes in through the mail: password, profile, login, home`, async ({
    page,
    school,
  }) => {
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
    // The link is spent: nothing is asked with it any more, and nothing but success is said.
    await expect(toast(page, profileCompleted)).toBeVisible()
    await expect(page.getByText(deadLink)).toHaveCount(0)
    expect(domainsAsked).toHaveLength(role === 'advisor' ? 0 : 1)
    await signIn(page, { email: `nova.${role}@school.test`, password })
    await expect(heading(page, 'Home')).toBeVisible()
    await expect(page.getByText(work).first()).toBeVisible()

    // A link that was used is dead.
    for (const screen of ['set-password', 'set-profile']) {
      await page.goto(`${base}/${screen}/${secret}`)
      await expectDead(page)
    }
  })
}

for (const role of roles) {
  test(`a link that was never sent says so at once to a ${role}, and shows no form`, async ({
    page,
  }) => {
    const screens = ['reset-password', ...(role === 'admin' ? [] : ['set-password', 'set-profile'])]
    for (const screen of screens) {
      await page.goto(`${basePath[role]}/${screen}/no-such-link`)
      await expectDead(page)
    }
  })
}

test('each rule of the password is told under its field, and it can be looked at', async ({
  page,
  school,
}) => {
  await openMail(page, school, 'student')
  const [first, second] = [
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Confirm password'),
  ]
  for (const [typed, message] of [
    ['', 'please enter vaild password'],
    ['         ', 'please enter vaild password'],
    ['seven77', 'Passwords should be 8 characters long'],
  ] as const) {
    await typePassword(page, typed, typed)
    await expectWrong(first, message)
    await expect(first).toBeFocused()
  }
  await typePassword(page, password, `${password}!`)
  await expectWrong(second, 'Password must be same')
  await expect(second).toBeFocused()
  await typePassword(page, 'password1', 'password1')
  await expectWrong(second, 'This is one of the most used passwords. Please choose another.')
  await expect(second).toBeFocused()
  await expect(page).toHaveURL(/\/set-password\//)

  for (const [field, toggle] of [first, second].map(
    (field, index) =>
      [field, page.getByRole('button', { name: 'Show what you type' }).nth(index)] as const,
  )) {
    await expect(field).toHaveAttribute('type', 'password')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'text')
    await toggle.click()
    await expect(field).toHaveAttribute('type', 'password')
  }
})

test('who comes back with a password set is told so, and goes on to the profile', async ({
  page,
  school,
}) => {
  const path = await openMail(page, school, 'student')
  await expect(page.getByText('You have set a password already')).toHaveCount(0)
  await typePassword(page, password, password)
  await expect(heading(page, 'Complete your profile')).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('You have set a password already')).toBeVisible()
  await page.getByRole('link', { name: 'Go on to your profile' }).click()
  await expect(heading(page, 'Complete your profile')).toBeFocused()
})

test('a link that dies while the password is typed says so under the confirm field', async ({
  page,
  school,
}) => {
  const path = await openMail(page, school, 'student')
  const token = await school.tokenOf('admin')
  const [nova] = await school.call(listPeople.student, { token, query: { search: 'nova.student' } })
  const body = { id: nova?._id ?? '', action: 'block' } as const
  // A fresh invitation ends the older one.
  await school.call(blockUnblock.student, { token, body })
  await typePassword(page, password, password)
  await expectWrong(page.getByLabel('Confirm password'), deadLink)
  await expect(page).toHaveURL(path)
})

test('a password that the server did not hear of says why under the confirm field', async ({
  page,
  school,
}) => {
  await openMail(page, school, 'student')
  await school.stop()
  await typePassword(page, password, password)
  await expectWrong(page.getByLabel('Confirm password'), 'error')
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(
    /The server could not be reached/,
  )
})

test.describe('in a school without domains', () => {
  test.use({ settings: emptySchool })

  test('the form of a new student says whom to ask for one', async ({ page, school }) => {
    const token = await school.tokenOf('admin', firstAdmin)
    const { inviteUrl } = await school.call(addPerson.student, {
      token,
      body: { name: 'Nova Lindgren', email: 'nova@school.test' },
    })
    await page.goto(inviteUrl.replace('set-password', 'set-profile'))
    await expect(page.getByRole('alert')).toContainText('Ask your admin to add one')
  })
})

test('each rule of the profile is told under its field', async ({ page, school }) => {
  const secret = await invite(school, 'student', { name: 'Iris Blom', email: 'iris@school.test' })
  await page.goto(`/set-profile/${secret}`)
  const save = page.getByRole('button', { name: 'Save profile' })
  await save.click()
  for (const [label, message] of [
    ['Mobile number', 'Mobile number is required'],
    ['Date of birth', 'Date of Birth is required'],
    ['Age', 'Age is required'],
    ['Educational qualification', 'Educational qualification is required'],
    ['Address', 'Address is required'],
  ] as const) {
    await expectWrong(page.getByLabel(label), message)
  }
  for (const [label, message] of [
    ['Domain', 'Domain is required'],
    ['Gender', 'Gender is required'],
  ] as const) {
    await expectWrong(page.getByRole('combobox', { name: label }), message)
  }
  await expect(page.getByRole('combobox', { name: 'Domain' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Gender' }).click()
  await expect(page.getByRole('option')).toHaveText(['male', 'female'])
  await page.keyboard.press('Escape')
  for (const [typed, message] of [
    ['555000111', 'Must be at least 10 numbers'],
    ['55500011112', 'Must be at less than 10 numbers'],
  ] as const) {
    await page.getByLabel('Mobile number').fill(typed)
    await save.click()
    await expectWrong(page.getByLabel('Mobile number'), message)
  }
  await expect(page.getByText('You typed 11, it takes 10.', { exact: true })).toBeVisible()
})

test('who has no password yet is sent back to set one first', async ({
  page,
  school,
  complaints,
}) => {
  const secret = await invite(school, 'student', { name: 'Iris Blom', email: 'iris@school.test' })
  await page.goto(`/set-profile/${secret}`)
  await fillProfile(page, 'student')
  await page.getByRole('button', { name: 'Save profile' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Please set a password first' })
  await expect(refusal).toBeVisible()
  expectLogged(complaints, 'Please set a password first')
  await refusal.getByRole('link', { name: 'Set your password' }).click()
  await expect(page).toHaveURL(`/set-password/${secret}`)
  await expect(heading(page, 'Set your password')).toBeFocused()
})
