import { checkAppearance } from '../checks/appearance.ts'
import { expect, storeSession, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'
import { heading, loginHeading } from '../steps/shell.ts'
import { typeInto } from '../steps/typing.ts'

test(
  'a new email address is confirmed by email, signs in, and can be undone from the old address',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const newEmail = 'nova@elsewhere.test'
    const nova = await onboard(school, 'reviewer')
    const token = await school.tokenOf('reviewer', nova)
    await storeSession(page, school.url, 'reviewer', token)
    await page.goto('/reviewer/profile')
    const card = page.getByRole('region', { name: 'Email', exact: true })
    await card.getByRole('button', { name: 'Change email' }).click()
    await expect(card.getByLabel('New email')).toBeFocused()
    await page.keyboard.type(newEmail)
    await typeInto(card.getByLabel('Your password'), nova.password)
    await checkAppearance(page, `${project.name}-change-email`)
    await page.keyboard.press('Enter')
    await expect(
      card.getByText('A confirmation link is on its way to your new email address.'),
    ).toBeVisible()
    await expect(card.getByRole('button', { name: 'Change email' })).toBeFocused()

    await page.goto(await school.linkTo(newEmail, 'confirm-email'))
    await checkAppearance(page, `${project.name}-confirm-email`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Your email address has been changed.')).toBeFocused()
    const other = await somebodyElse()
    await other.goto(`${school.url}/reviewer/login`)
    await typeInto(other.getByLabel('Email'), newEmail)
    await typeInto(other.getByLabel('Password', { exact: true }), nova.password)
    await other.keyboard.press('Enter')
    await expect(heading(other, 'Home')).toBeVisible()

    await page.goto(await school.linkTo(nova.email, 'undo-email'))
    await page.getByRole('button', { name: 'Restore my old email address' }).click()
    await expect(page.getByText('Your old email address has been restored')).toBeFocused()
    await other.reload()
    await expect(loginHeading(other, 'reviewer')).toBeVisible()
    await page.goto(await school.linkTo(nova.email, 'reset-password'))
    const password = 'battery staple'
    await typeInto(page.getByLabel('Password', { exact: true }), password)
    await typeInto(page.getByLabel('Confirm password'), password)
    await page.keyboard.press('Enter')
    await expect(loginHeading(page, 'reviewer')).toBeVisible()
    await typeInto(page.getByLabel('Email'), nova.email)
    await typeInto(page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Home')).toBeVisible()
  },
)
