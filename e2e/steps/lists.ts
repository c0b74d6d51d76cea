import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of a list: of a table's body when it is wide, cards on a phone. */
export function rows(page: Page, list: string): Locator {
  const cells = page.getByRole('cell')
  const wide = page.getByRole('table', { name: list }).getByRole('row').filter({ has: cells })
  return wide.or(page.getByRole('list', { name: list }).getByRole('listitem'))
}

/** Whether lists stand as cards, with a title and a few facts, and not as tables. */
export function standsAsCards(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 640
}

/** Opens what a list can be narrowed by, where a phone has it folded behind a button. */
export async function openFilters(page: Page): Promise<void> {
  if (!standsAsCards(page)) return
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Filter/, expanded: false })
    .click()
}

/** What a list says about each of its things: a table's columns, a card's labels. */
export async function getColumnHeaders(page: Page, list: string): Promise<string[]> {
  await expect(rows(page, list).first()).toBeVisible()
  const wide = page.getByRole('table', { name: list }).getByRole('columnheader')
  const narrow = rows(page, list).first().getByRole('term')
  // As it is written, whatever capital the look begins it with.
  return wide.or(narrow).allTextContents()
}

/** What a row says under each of its columns. */
export async function getCells(row: Locator): Promise<string[]> {
  await expect(row).toBeVisible()
  return row.getByRole('cell').or(row.getByRole('definition')).allInnerTexts()
}

/**
 * Scrolls down, half a screen at a time as more comes, until the row with a text is in the middle.
 * A browser with much else to do may draw it too late: then it begins again from the top.
 */
export async function scrollToRow(page: Page, text: string): Promise<void> {
  const hasCome = await page.evaluate(async (text) => {
    const deadline = performance.now() + 20_000
    while (performance.now() < deadline) {
      const shown = [...document.querySelectorAll('main tr, main li')]
      const row = shown.find(({ textContent }) => textContent?.includes(text))
      const toEnd = document.documentElement.scrollHeight - window.innerHeight - window.scrollY
      const goesOn = [...document.querySelectorAll('main button')].some(
        ({ textContent }) => textContent === 'Show more',
      )
      if (row) row.scrollIntoView({ block: 'center' })
      else if (toEnd > 1) window.scrollBy(0, window.innerHeight / 2)
      else if (!goesOn) window.scrollTo(0, 0)
      // Two frames: what has come into view is drawn, and stands where it is to stay.
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      if (row?.isConnected) return true
    }
    return false
  }, text)
  expect(hasCome, `a row with ${text}`).toBe(true)
}
