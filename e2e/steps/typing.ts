import type { Locator } from '@playwright/test'

/** Types into a field like a person: focuses it, clears it and types. */
export async function typeInto(field: Locator, words: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(words)
}

/** Types a time (`0930PM`) into its field, which has parts for hour, minute and half-day. */
export async function typeTime(field: Locator, keys: string): Promise<void> {
  await field.focus()
  await field.pressSequentially(keys)
}
