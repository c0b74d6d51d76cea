import { expect, type Page } from '@playwright/test'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { basePath } from '#contract/roles.ts'
import { choose, toast } from './actions.ts'
import { goTo, heading } from './shell.ts'

export const password = 'correct horse'

/** A school with nobody but its first admin. */
export const firstAdmin = { email: 'head@school.test', password: 'the head is in' }
export const emptySchoolSettings = {
  DEMO: 'off',
  ADMIN_EMAIL: firstAdmin.email,
  ADMIN_PASSWORD: firstAdmin.password,
}

/** Signs in at a role's login. */
export async function signIn(
  page: Page,
  role: Role,
  credentials: { email: string; password: string },
): Promise<void> {
  await page.goto(`${basePath[role]}/login`)
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Home')).toBeVisible()
}

/** Adds a person by the admin's form. */
export async function addPerson(
  page: Page,
  role: 'Student' | 'Advisor' | 'Reviewer',
  { name, email }: { name: string; email: string },
): Promise<void> {
  await goTo(page, 'Add user')
  const form = page.getByRole('region', { name: 'ADD USER' })
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await choose(form, 'Role', role)
  await form.getByRole('button', { name: 'Add user' }).click()
  await expect(form.getByLabel(`Invitation link for ${name}`)).toBeVisible()
  await expect(toast(page, 'User added successfully.')).toBeVisible()
}

/** From the invitation link to the login: sets a password and completes the profile. */
export async function acceptInvitation(
  page: Page,
  { role, link, domain }: { role: ProfileRole; link: string; domain: string },
): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await fillProfile(page, { role, domain })
}

/** Completes the profile of an invited person. */
export async function fillProfile(
  page: Page,
  { role, domain }: { role: ProfileRole; domain: string },
): Promise<void> {
  await expect(heading(page, 'Complete your profile')).toBeVisible()
  if (role === 'student') await choose(page, 'Domain', domain)
  if (role === 'reviewer') {
    await page.getByRole('combobox', { name: 'Domains' }).click()
    await page.getByRole('option', { name: domain }).click()
    await page.keyboard.press('Escape')
  }
  await page.getByLabel('Mobile number').fill('0123456789')
  await page.getByLabel('Date of birth').fill('2000-02-29')
  await expect(page.getByLabel('Age')).not.toHaveValue('')
  await choose(page, 'Gender', 'female')
  await page.getByLabel('Educational qualification').fill('BSc Physics')
  await page.getByLabel('Address').fill('1 Mill Lane')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(heading(page, `${role[0]?.toUpperCase()}${role.slice(1)} login`)).toBeVisible()
}
