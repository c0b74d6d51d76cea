import type { Page } from '@playwright/test'

/**
 * Lets the server's replies to a page say that it is this time (ms since 1970) there: a page goes
 * by the server's time. Its own clock shows `own`.
 */
export async function setTime(page: Page, atServer: number, own = atServer): Promise<void> {
  await page.clock.setFixedTime(own)
  await tellTime(page, () => atServer)
}

/** The same with a server's clock that goes on, as much ahead of the real one as is said. */
export async function aheadBy(page: Page, ms: number): Promise<void> {
  await tellTime(page, () => Date.now() + ms)
}

async function tellTime(page: Page, atServer: () => number): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback()
    const response = await route.fetch()
    const date = new Date(atServer()).toUTCString()
    return route.fulfill({ response, headers: { ...response.headers(), date } })
  })
}
