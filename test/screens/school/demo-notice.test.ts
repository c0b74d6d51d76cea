import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { openScreen } from '../open-screen.tsx'
import { startEmptySchool } from '../school.ts'

test('a school that is not a demo shows no demo notice', async () => {
  const asked = await openScreen(await startEmptySchool(), { at: '/set-password/anything' })
  await screen.findByText(accountRefusals.badLink.message)
  expect(asked).toContain('GET /school')
  expect(screen.queryByText(/Demo school/)).toBeNull()
})
