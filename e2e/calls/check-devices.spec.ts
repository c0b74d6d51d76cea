import { expect, storeSession, test } from '../kit/school.ts'
import { insecureHost } from '../kit/server.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

const start = 'Start camera and microphone'

for (const [role, home] of [
  ['student', '/'],
  ['reviewer', '/reviewer'],
] as const) {
  test(
    `a ${role} checks camera, sound and microphone before the review`,
    tagUnlessFirst('student', role),
    async ({ page, school }) => {
      await school.enter(page, role, home)
      await page.getByRole('link', { name: 'Check camera and sound' }).click()
      await expect(heading(page, 'Camera and sound')).toBeFocused()
      await page.getByRole('button', { name: start }).click()
      const video = page.getByLabel('Your own video')
      await expect(video).toBeVisible()
      await expect
        .poll(() => video.evaluate((own) => own instanceof HTMLVideoElement && own.currentTime))
        .toBeGreaterThan(0)
      const level = page.getByRole('progressbar', { name: 'Microphone level' })
      await expect
        .poll(async () => Number(await level.getAttribute('aria-valuenow')), { intervals: [50] })
        .toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Play a sound' }).click()
      await expect(page.getByRole('button', { name: 'Play a sound' })).toBeEnabled()
    },
  )
}

test('a device in use by another program gets a clear message', { tag: slowTests }, async ({
  page,
  school,
}) => {
  // Test devices are never busy. This is the browser's error for one that is.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotReadableError')
    }
  })
  await school.enter(page, 'student', '/device-check')
  await page.getByRole('button', { name: start }).click()
  await expect(page.getByRole('alert')).toHaveText(/is in use by another app/)
})

test('without https, the page says which address to use', async ({ browser, school }) => {
  const token = await school.tokenOf('student')
  const url = school.url.replace('127.0.0.1', insecureHost)
  const page = await browser.newPage()
  await storeSession(page, url, 'student', token)
  await page.goto(`${url}/device-check`)
  await page.getByRole('button', { name: start }).click()
  await expect(page.getByRole('alert')).toHaveText(/on https addresses/)
  await page.close()
})
