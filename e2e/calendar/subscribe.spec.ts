import { readFileSync } from 'node:fs'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { bookWithRita } from '../steps/schools/booked-with-rita.ts'

test(
  'a person creates the link for their own calendar, which reads the bookings; a new link ends the old',
  {
    tag: slowTests,
  },
  async ({ page, school, request }, { project }) => {
    const { reviewer } = await bookWithRita(school)
    await school.enter(page, 'student', '/profile')
    const card = page.getByRole('region', { name: 'Reviews in your calendar' })
    await card.getByRole('button', { name: 'Create a link' }).click()
    const link = card.getByLabel('Link for your calendar')
    await expect(link).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
    const old = await link.inputValue()
    await checkAppearance(page, `${project.name}-link-for-the-own-calendar`)
    const feed = await request.get(old)
    expect(feed.headers()['content-type']).toContain('text/calendar')
    expect((await feed.text()).replaceAll('\r\n ', '')).toContain(reviewer.name)
    const etag = feed.headers().etag ?? ''
    expect((await request.get(old, { headers: { 'if-none-match': etag } })).status()).toBe(304)

    await page.reload()
    await expect(card.getByText(/^You created a link today/)).toBeVisible()
    await card.getByRole('button', { name: 'Create a new link' }).click()
    await expect(card.getByRole('button', { name: 'Keep the current link' })).toBeFocused()
    await page.keyboard.press('Enter')
    expect((await request.get(old)).status()).toBe(200)
    await card.getByRole('button', { name: 'Create a new link' }).press('Enter')
    await card.getByRole('button', { name: 'Yes, create a new one' }).click()
    await expect(link).toHaveValue(/\.ics$/)
    const renewed = await link.inputValue()
    expect(renewed).not.toBe(old)
    expect((await request.get(old)).status()).toBe(404)
    expect((await request.get(renewed)).status()).toBe(200)
  },
)

test(
  'a booked review is added to a web calendar, or downloaded as a file',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const { review } = await bookWithRita(school)
    await school.enter(page, 'student')
    const opener = page.getByRole('button', { name: 'Add to calendar' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Add to calendar' })
    const google = dialog.getByRole('link', { name: 'Google Calendar' })
    const address = new URL(String(await google.getAttribute('href')))
    expect(address.host).toBe('calendar.google.com')
    const begins = new Date(String(review.startsAt)).toISOString().replace(/[-:]|\.\d+/g, '')
    expect(address.searchParams.get('dates')).toMatch(new RegExp(`^${begins}/\\d{8}T\\d{6}Z$`))
    for (const [name, host] of [
      ['Outlook', 'outlook.live.com'],
      ['Outlook at work or school', 'outlook.office.com'],
    ] as const) {
      const link = dialog.getByRole('link', { name, exact: true })
      const outlook = new URL(String(await link.getAttribute('href')))
      expect(outlook.host).toBe(host)
      expect(Date.parse(String(outlook.searchParams.get('startdt')))).toBe(
        Date.parse(String(review.startsAt)),
      )
    }
    await checkAppearance(page, `${project.name}-add-to-calendar`)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Other calendars, as a file' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^review-week-\d\d\.ics$/)
    const file = readFileSync(await download.path(), 'utf8')
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(file.replaceAll('\r\n ', '')).toContain('Rita Moreau')

    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await dialog.getByRole('link', { name: 'subscribe to your reviews' }).click()
    await expect(page.getByRole('heading', { name: 'Reviews in your calendar' })).toBeFocused()
  },
)
