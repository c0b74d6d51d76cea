import { expect, type Locator, type Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'

/** Whether the sidebar is behind the menu button, as on a phone. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 1200
}

export function menuButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Menu', exact: true })
}

/** The sidebar's links, after opening the menu if needed. */
export async function openSidebar(page: Page): Promise<Locator> {
  if (isNarrow(page)) await menuButton(page).click()
  return page.getByRole('navigation', { name: 'Main' })
}

/** Follows a link of the sidebar. */
export async function goTo(page: Page, label: string): Promise<void> {
  const sidebar = await openSidebar(page)
  await sidebar.getByRole('link', { name: label, exact: true }).click()
}

/** A screen's heading, by its name or by the name above it. */
export function heading(page: Page, name: string): Locator {
  const level = 1
  const called = page.getByRole('heading', { level, name, exact: true })
  return called.or(page.getByRole('heading', { level, description: name, exact: true }))
}

/** The heading of a role's login, which shows that nobody is signed in. */
export function loginHeading(page: Page, role: Role): Locator {
  return heading(page, `${role.charAt(0).toUpperCase()}${role.slice(1)} login`)
}

/** Fills in the login on the screen and submits it. */
export async function submitLogin(page: Page, credentials: { email: string; password: string }) {
  // The demo credentials arrive after the form and would overwrite what was typed before.
  await expect(page.getByText('The demo credentials are filled in')).toBeVisible()
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Clicks logout in the top bar and confirms. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, logout!' }).click()
}

/** Expects a field to show an error message. */
export async function expectError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(message)}( |$)`))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The labels and values of a card. */
export async function getFacts(card: Locator): Promise<Record<string, string>> {
  const labels = await card.getByRole('term').allInnerTexts()
  const values = await card.getByRole('definition').allInnerTexts()
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']))
}
