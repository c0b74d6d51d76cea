import { expect, keepSession, test } from '../kit/school.ts'
import { insecureHost } from '../kit/server.ts'
import { onceAs } from '../kit/tags.ts'
import { heading } from '../steps/shell.ts'

const start = 'Start camera and microphone'

for (const [role, home] of [
  ['student', '/'],
  ['reviewer', '/reviewer'],
] as const) {
  test(
    `a ${role} sees, hears and is heard before the review`,
    onceAs('student', role),
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

test('a device that another program uses is told in plain words', async ({ page, school }) => {
  // No test device lets itself be taken; this is what the browser then says.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('', 'NotReadableError')
    }
  })
  await school.enter(page, 'student', '/device-check')
  await page.getByRole('button', { name: start }).click()
  await expect(page.getByRole('alert')).toHaveText(/is in use by another app/)
})

test('at an address without https one reads which address to ask for', async ({
  browser,
  school,
}) => {
  const token = await school.tokenOf('student')
  const url = school.url.replace('127.0.0.1', insecureHost)
  const page = await browser.newPage()
  await keepSession(page, url, 'student', token)
  await page.goto(`${url}/device-check`)
  await page.getByRole('button', { name: start }).click()
  await expect(page.getByRole('alert')).toHaveText(/on https addresses/)
  await page.close()
})
