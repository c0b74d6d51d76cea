import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/login.ts'
import { demoLogins } from '#contract/school/school.ts'
import { openScreen } from '../open-screen.tsx'
import { findRegion } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('a locked-out person leads an admin to their lock', async () => {
  const school = await startDemoSchool({ rateLimit: true })
  const body = { email: demoLogins.student.email, password: 'not the password' }
  for (let tries = 0; tries < 10; tries++) {
    await expect(school.call(login.student, { body })).rejects.toThrow()
  }
  await openScreen(school, { as: 'admin', at: '/admin/account' })
  const locks = await findRegion('Locked out')
  await screen.findByRole('button', { name: /^End lock of/ })
  const [lock = document.body] = locks.getAllByRole('listitem')
  expect(within(lock).getByRole('link').getAttribute('href')).toMatch(/^\/admin\/person\/student\//)
})
