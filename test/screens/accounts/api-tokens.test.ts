import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { apiTokenRefusals, createToken } from '#contract/accounts/api-tokens.ts'
import type { TokenScope } from '#contract/kit/api-tokens/token-scopes.ts'
import { paths } from '#web/paths.ts'
import { answer, fill, findDialog, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findRegion, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The account of an admin who has tokens with these scopes, each named by its scopes. */
async function openAccount(...tokens: TokenScope[][]) {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  for (const scopes of tokens) {
    const value = { name: scopes.join(' and '), scopes }
    await school.call(createToken.admin, { token, body: { value } })
  }
  await openScreen(school, { as: { role: 'admin', token }, at: paths.account('admin') })
  return findRegion('API tokens')
}

test('a token says once what it may do, and before it is revoked that its webhooks stay', async () => {
  const card = await openAccount(['read', 'write'], ['manage domains'])
  const row = (await card.findByText('read and write')).closest('li') ?? document.body
  within(row).getByText(/^· Read and change everything$/)
  const stops = 'A program that uses it stops working at once.'
  await press('Revoke read and write')
  await answer(
    `Revoke read and write? ${stops} Webhooks added with it stay: see School settings.`,
    'Yes, revoke',
  )
  await findToast('Token revoked. It stopped working.')
  await press('Revoke manage domains')
  await answer(`Revoke manage domains? ${stops}`, 'Cancel')
})

test('a token without a last day is refused in words', async () => {
  await openAccount()
  await press('Create token')
  const form = await findDialog()
  await fill(await findField('Name'), 'Timetable')
  await userEvent.click(form.getByRole('radio', { name: 'Read everything' }))
  await fill(await findField('Last day'), '')
  await press('Create token', form)
  await form.findByText(apiTokenRefusals.badEnd.message)
  expect(screen.queryByText(/ISO/)).toBeNull()
})
