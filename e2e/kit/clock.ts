import type { Page } from '@playwright/test'

/**
 * Lets the server's replies to a page say that it is so much later there (ms): a page goes by the
 * server's time.
 */
export async function shiftServerTime(page: Page, ms: number): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback()
    const response = await route.fetch()
    const date = new Date(Date.now() + ms).toUTCString()
    return route.fulfill({ response, headers: { ...response.headers(), date } })
  })
}
