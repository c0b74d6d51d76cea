import { startCalendarServer } from '#test/private-calendar/server.ts'
import { test as base } from '../kit/school.ts'

type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>

/** A school, and a server of a reviewer's own calendar for the test. */
export const test = base.extend<{ calendar: CalendarServer }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  calendar: async ({}, use) => {
    const calendar = await startCalendarServer()
    await use(calendar)
    await calendar.stop()
  },
  settings: async ({ calendar }, use) => use({ CALENDAR_TEST_ORIGIN: calendar.origin }),
})
