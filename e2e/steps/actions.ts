import { expect, type Locator, type Page } from '@playwright/test'

/** A toast: at the bar, or at the bottom of a phone. The first if there are several. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').getByText(text, { exact: true }).first()
}

/** Reads a question in a dialog and answers it. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(question, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog.getByText(question, { exact: true })).toBeHidden()
}

/** Chooses an option of a field. */
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
