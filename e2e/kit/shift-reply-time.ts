import type { Page } from '@playwright/test'

/** Shifts the server time in replies to a page (ms), by which the page goes. */
export async function shiftTimeInReplies(page: Page, ms: number): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback()
    const response = await route.fetch()
    const date = new Date(Date.now() + ms).toUTCString()
    return route.fulfill({ response, headers: { ...response.headers(), date } })
  })
}
