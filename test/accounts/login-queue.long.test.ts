import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { onboard, password } from '#test/accounts/onboard.ts'
import { signInFrom } from '#test/accounts/sign-in.ts'
import { startApp } from '#test/app.ts'

test('a network that does not stop signing in leaves places to others who want to', async () => {
  const app = await startApp({ rateLimit: false })
  const { email } = await onboard(app, 'student')
  let isFlooding = true
  const statuses = new Set<number>()
  const flood = Array.from({ length: 100 }, async (_, one) => {
    while (isFlooding)
      statuses.add((await signInFrom(app, `nobody-${one}@school.test`, 'wrong')).status)
  })
  await expect.poll(() => statuses.has(503), { timeout: minuteMs }).toBe(true)
  const others: number[] = []
  for (let login = 0; login < 5; login++) {
    others.push((await signInFrom(app, email, password, '10.0.9.9')).status)
  }
  isFlooding = false
  await Promise.all(flood)
  expect(others).toEqual([200, 200, 200, 200, 200])
})
