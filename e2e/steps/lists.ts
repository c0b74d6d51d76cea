import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of a list: table rows, or cards on a phone. */
export function rows(page: Page, list: string): Locator {
  const cells = page.getByRole('cell')
  const wide = page.getByRole('table', { name: list }).getByRole('row').filter({ has: cells })
  return wide.or(page.getByRole('list', { name: list }).getByRole('listitem'))
}

/** Whether lists are shown as cards instead of tables. */
export function isShownAsCards(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640
}

/** Opens the filters of a list, if they are collapsed on a phone. */
export async function openFilters(page: Page): Promise<void> {
  if (!isShownAsCards(page)) return
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Filter/, expanded: false })
    .click()
}

/** The labels of a list: a table's headings, or a card's labels. */
export async function getColumnHeaders(page: Page, list: string): Promise<string[]> {
  await expect(rows(page, list).first()).toBeVisible()
  const wide = page.getByRole('table', { name: list }).getByRole('columnheader')
  const narrow = rows(page, list).first().getByRole('term')
  // The original text, regardless of styled capitals.
  return wide.or(narrow).allTextContents()
}

/** The texts of a row's cells. */
export async function getCells(row: Locator): Promise<string[]> {
  await expect(row).toBeVisible()
  return row.getByRole('cell').or(row.getByRole('definition')).allInnerTexts()
}

/**
 * Scrolls down by half a screen until the row with a text is centred. On a busy browser the row may
 * be rendered too late, then it starts again from the top.
 */
export async function scrollToRow(page: Page, text: string): Promise<void> {
  const hasCome = await page.evaluate(async (text) => {
    const deadline = performance.now() + 20_000
    while (performance.now() < deadline) {
      const shown = [...document.querySelectorAll('main tr, main li')]
      const row = shown.find(({ textContent }) => textContent?.includes(text))
      const toEnd = document.documentElement.scrollHeight - window.innerHeight - window.scrollY
      const hasMore = [...document.querySelectorAll('main button')].some(
        ({ textContent }) => textContent === 'Show more',
      )
      if (row) row.scrollIntoView({ block: 'center' })
      else if (toEnd > 1) window.scrollBy(0, window.innerHeight / 2)
      else if (!hasMore) window.scrollTo(0, 0)
      // Two frames later the row is rendered at its final position.
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      if (row?.isConnected) return true
    }
    return false
  }, text)
  expect(hasCome, `a row with ${text}`).toBe(true)
}
