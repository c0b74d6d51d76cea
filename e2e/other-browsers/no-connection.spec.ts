import { expectHeading, openSignedIn } from './actions.ts'
import { runIn } from './browser.ts'
import { expect, test } from './fixtures.ts'

test('an unreachable page says so and opens once it is reachable', async ({ other, school }) => {
  await openSignedIn(other, school, 'student', '/')
  await expectHeading(other, 'Home')
  const worker = () => runIn(other, () => navigator.serviceWorker?.controller?.state ?? 'none')
  await expect.poll(worker).toBe('activated')
  await school.stop()
  await other.open('/manifest')
  const title = () => runIn(other, () => document.querySelector('h1')?.textContent)
  await expect.poll(title).toBe('No connection')
  await school.startAgain()
  await expect.poll(title, { timeout: 20_000 }).toContain('Manifest')
})
