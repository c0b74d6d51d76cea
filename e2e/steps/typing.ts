import type { Locator } from '@playwright/test'

/** Types into a field as one does: goes there, takes what stands there away, and writes. */
export async function typeInto(field: Locator, words: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(words)
}

/** Types a time (`0930PM`) into its field, which has a part for the hour, the minute and the half. */
export async function typeTime(field: Locator, keys: string): Promise<void> {
  await field.focus()
  await field.pressSequentially(keys)
}
