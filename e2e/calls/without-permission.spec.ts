import { expect, test } from '../kit/school.ts'

const allow = '--use-fake-ui-for-media-stream'

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).map((one) => (one === allow ? `${allow}=deny` : one))
    await use({ ...launchOptions, args })
  },
})

test('a denied permission gets a clear message and can be tried again', async ({
  page,
  school,
}) => {
  await school.enter(page, 'student', '/device-check')
  const start = page.getByRole('button', { name: 'Start camera and microphone' })
  await start.click()
  await expect(page.getByRole('alert')).toHaveText(/^The camera and microphone are blocked/)
  await expect(start).toBeEnabled()
})
