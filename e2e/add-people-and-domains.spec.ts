import { demoLogins } from '#contract/school.ts'
import { choose, toast } from './answers.ts'
import { rows } from './lists.ts'
import { addPerson } from './onboarding.ts'
import { expect, test } from './school.ts'
import { goTo, heading } from './shell.ts'

test('a person without a name or a good address is not added', async ({ page, school }) => {
  await school.enter(page, 'admin', '/admin/add-user')
  const form = page.getByRole('region', { name: 'ADD USER' })
  for (const [name, email, messages] of [
    ['', '', ['Name is required', 'Email is required']],
    ['   ', 'nova@school', ['Name is required', 'Invalid email']],
    ['Nova Lindgren', 'nova.school.test', ['Invalid email']],
  ] as const) {
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(email)
    await form.getByRole('button', { name: 'Add user' }).click()
    for (const message of messages) await expect(form.getByText(message)).toBeVisible()
    await expect(form.getByText(/is required|Invalid/)).toHaveCount(messages.length)
  }
  await expect(form.getByLabel('Email')).toBeFocused()
  await goTo(page, 'Student')
  await page.getByLabel('Search by name').fill('Nova Lindgren')
  await expect(page.getByText('Nobody fits this search.')).toBeVisible()
})

test('a new advisor is in the list, not verified yet, and their link is there to hand over', async ({
  page,
  school,
  somebodyElse,
}) => {
  await school.enter(page, 'admin', '/admin/advisor-list')
  const aldo = { name: 'Aldo Ferri', email: 'Aldo@Newcomers.test' }
  await addPerson(page, 'Advisor', aldo)
  const link = await page.getByLabel('Invitation link for Aldo Ferri').inputValue()
  expect(await school.invitationOf('aldo@newcomers.test')).toBe(link)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await goTo(page, 'Advisors')
  await page.getByLabel('Search by name').fill('aldo')
  await expect(rows(page, 'advisors')).toHaveCount(1)
  await expect(rows(page, 'advisors')).toContainText('No')

  const other = await somebodyElse()
  await other.goto(link)
  await expect(heading(other, 'Set your password')).toBeVisible()
  expect(new URL(other.url()).pathname).toMatch(/^\/advisor\/set-password\//)
})

test('an email that somebody has already is refused, whatever its role and letters', async ({
  page,
  school,
}) => {
  await school.enter(page, 'admin', '/admin/add-user')
  const form = page.getByRole('region', { name: 'ADD USER' })
  await form.getByLabel('Name').fill('Somebody Else')
  await form.getByLabel('Email').fill(demoLogins.reviewer.email.toUpperCase())
  await choose(form, 'Role', 'Student')
  await form.getByRole('button', { name: 'Add user' }).click()
  await expect(form.getByText('This email is already in use')).toBeVisible()
  await expect(toast(page, 'This email is already in use')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Somebody Else')
})

test('a domain is added once, and then has its card', async ({ page, school, complaints }) => {
  await school.enter(page, 'admin', '/admin/add-user')
  const form = page.getByRole('region', { name: 'ADD DOMAIN' })
  const add = form.getByRole('button', { name: 'Add domain' })
  for (const blank of ['', '   ']) {
    await form.getByLabel('Domain name').fill(blank)
    await add.click()
    await expect(form.getByText('Domain name is required')).toBeVisible()
  }
  await form.getByLabel('Domain name').fill('Game Design')
  await add.click()
  await expect(toast(page, 'Domain added successfully.')).toBeVisible()
  await form.getByLabel('Domain name').fill('game design')
  await add.click()
  await expect(form.getByText('This domain already exists')).toBeVisible()
  // It is logged too, as every such failure (specification, section 8).
  expect(complaints.pop()).toContain('The domain was not added')

  await goTo(page, 'Tasks')
  await page.getByRole('link', { name: 'Game Design' }).click()
  await expect(heading(page, 'Game Design')).toBeVisible()
  await expect(page.getByText('No week of this domain has a task yet.')).toBeVisible()
})

test('a domain that could not be added stays in its field', async ({
  page,
  school,
  complaints,
}) => {
  await school.enter(page, 'admin', '/admin/add-user')
  await page.getByLabel('Domain name').fill('Game Design')
  await school.stop()
  await page.getByRole('button', { name: 'Add domain' }).click()
  // Such a failure is logged (specification, section 8), and said where the button is.
  await expect.poll(() => complaints.length).toBe(1)
  expect(complaints.pop()).toContain('The domain was not added')
  const beside = page.getByRole('region', { name: 'ADD DOMAIN' }).getByRole('alert')
  await expect(beside).toContainText('The domain was not added.')
  await expect(beside).toContainText('The server could not be reached.')
  await expect(page.getByLabel('Domain name')).toHaveValue('Game Design')
  await school.startAgain()
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(toast(page, 'Domain added successfully.')).toBeVisible()
  await expect(beside).toHaveCount(0)
})
