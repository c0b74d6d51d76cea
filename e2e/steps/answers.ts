import { expect, type Locator, type Page } from '@playwright/test'

/** A message that comes on the bar, or at the foot of a phone, and goes by itself; one of them if it came twice. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text, { exact: true }).first()
}

/** Answers a question in a dialog, after reading it. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(question, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog.getByText(question, { exact: true })).toBeHidden()
}

/** Picks one of a field's options. */
export async function choose(
  within: Page | Locator,
  field: string,
  option: string | RegExp,
): Promise<void> {
  const box = within.getByRole('combobox', { name: field, exact: true })
  await box.click()
  const page = 'page' in within ? within.page() : within
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(box).toHaveAttribute('aria-expanded', 'false')
}
