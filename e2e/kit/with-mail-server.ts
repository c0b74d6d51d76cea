import { startMailServer } from '#test/mail/mail-server.ts'
import { emptySchoolSettings } from '../steps/onboarding.ts'
import { test as base } from './school.ts'

/** An empty school with a real mail server, whose mails the test can read. */
export const test = base.extend<{ mailServer: Awaited<ReturnType<typeof startMailServer>> }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  mailServer: async ({}, use) => {
    const server = await startMailServer()
    await use(server)
    await server.stop()
  },
  settings: async ({ mailServer }, use) =>
    use({ ...emptySchoolSettings, SMTP_URL: mailServer.url }),
})
