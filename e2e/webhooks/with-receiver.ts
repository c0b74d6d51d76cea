import { startReceiver } from '#test/webhooks/receiver.ts'
import { test as base } from '../kit/school.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A school, and a receiver of webhooks for the test. */
export const test = base.extend<{ receiver: Receiver }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  receiver: async ({}, use) => {
    const receiver = await startReceiver()
    await use(receiver)
    await receiver.stop()
  },
  settings: async ({ receiver }, use) => use({ WEBHOOK_TEST_ORIGIN: receiver.origin }),
})
