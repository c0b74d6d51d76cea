import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountRefusals } from '#contract/accounts.ts'
import { openScreen } from '../open-screen.tsx'
import { emptySchool } from '../school.ts'

test('at a school of its own nothing is said of a demo', async () => {
  const asked = await openScreen(await emptySchool(), { at: '/set-password/anything' })
  await screen.findByText(accountRefusals.badLink.message)
  expect(asked).toContain('GET /school')
  expect(screen.queryByText(/Demo school/)).toBeNull()
})
