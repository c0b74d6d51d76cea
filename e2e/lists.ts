import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of a list: of a table's body when it is wide, cards on a phone. */
export function rows(page: Page, list: string): Locator {
  const cells = page.getByRole('cell')
  const wide = page.getByRole('table', { name: list }).getByRole('row').filter({ has: cells })
  return wide.or(page.getByRole('list', { name: list }).getByRole('listitem'))
}

/** What a list says about each of its things: a table's columns, a card's labels. */
export async function columns(page: Page, list: string): Promise<string[]> {
  await expect(rows(page, list).first()).toBeVisible()
  const wide = page.getByRole('table', { name: list }).getByRole('columnheader')
  const narrow = rows(page, list).first().getByRole('term')
  return wide.or(narrow).allInnerTexts()
}

/** What a row says under each of its columns. */
export async function cellsOf(row: Locator): Promise<string[]> {
  await expect(row).toBeVisible()
  return row.getByRole('cell').or(row.getByRole('definition')).allInnerTexts()
}
