import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).filter((one) => !one.includes('fake-device'))
    await use({ ...launchOptions, args })
  },
})

test('a computer without a camera gets a message that none was found', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await school.enter(page, 'student', '/device-check')
  await page.getByRole('button', { name: 'Start camera and microphone' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^No camera or microphone was found/)
})
