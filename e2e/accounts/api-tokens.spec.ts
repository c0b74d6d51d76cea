import { listTokens } from '#contract/accounts/api-tokens.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'

test('an admin creates a token by keyboard, uses it, and revokes it', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const look = (screen: string) => checkAppearance(page, `${test.info().project.name}-${screen}`)
  const session = await school.enter(page, 'admin', '/admin/account')
  const card = page.getByRole('region', { name: 'API tokens', exact: true })
  await expect(card.getByText('You have no tokens.')).toBeVisible()
  const create = card.getByRole('button', { name: 'Create token' })
  await create.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  const name = dialog.getByLabel('Name')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await look('create-token')
  await page.keyboard.type('Timetable')
  // Nothing is chosen at first.
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Choose what the token may do')).toBeVisible()
  await dialog.getByLabel('Read everything', { exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByLabel('Only some abilities')).toBeChecked()
  await dialog.getByLabel('Manage domains').focus()
  await page.keyboard.press('Space')
  await name.focus()
  await page.keyboard.press('Enter')

  const shown = dialog.getByLabel('Token Timetable')
  await expect(shown).toBeFocused()
  const token = await shown.inputValue()
  expect(token).toMatch(/^ww_[0-9A-Za-z]{43}$/)
  await look('token-shown')
  const position = () => page.evaluate(() => window.scrollY)
  const before = await position()
  expect(before).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(create).toBeFocused()
  expect(await position()).toBe(before)

  expect(await school.call(listDomains, { token })).not.toEqual([])
  await page.reload()
  const row = card.getByRole('listitem')
  await expect(row).toContainText(`ww_…${token.slice(-4)} · Manage domains`)
  await expect(row).toContainText(/last used (today|yesterday)/)
  await expect(page.getByText(token)).toHaveCount(0)
  await look('api-tokens')

  await row.getByRole('button', { name: 'Revoke Timetable' }).press('Enter')
  await answer(
    page,
    'Revoke Timetable? A program that uses it stops working at once.',
    'Yes, revoke',
  )
  await expect(toast(page, 'Token revoked. It stopped working.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(card.getByRole('heading')).toBeFocused()
  await expect(school.call(listDomains, { token })).rejects.toThrow()
  expect(await school.call(listTokens.admin, { token: session })).toEqual([])
})
