import type { Page } from '@playwright/test'
import { getDateInDays } from '../kit/days.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { signIn } from '../steps/onboarding.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'
import { goTo } from '../steps/shell.ts'

async function begin(page: Page, school: School) {
  const reviewer = await onboard(school, 'reviewer', 'Rita Moreau')
  await signIn(page, 'reviewer', reviewer)
  await goTo(page, 'add slot')
  return { token: await school.tokenOf('reviewer', reviewer) }
}

type Range = readonly [date: string, from: string, to: string, minutes: string]

async function fill(page: Page, [date, from, to, minutes]: Range) {
  await page.getByLabel('Date').fill(date)
  await page.getByLabel('Starting time').fill(from)
  await page.getByLabel('Ending time').fill(to)
  await page.getByLabel('Review time').fill(minutes)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Add slot', exact: true }).click()

test('leaving a half-entered range asks for confirmation', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await begin(page, school)
  await page.getByLabel('Starting time').fill('10:00')
  const elsewhere = page.getByRole('link', { name: 'Your slots' })
  await elsewhere.click()
  await answer(page, 'Your changes are not saved and will be lost.', 'Cancel')
  await page.getByLabel('Starting time').fill('')
  await elsewhere.click()
  await expect(elsewhere).toHaveCount(0)
})

test('if the server is unreachable, a reviewer reads that an error occurred and keeps what was typed', {
  tag: slowTests,
}, async ({ page, school }) => {
  await begin(page, school)
  await fill(page, [getDateInDays(1), '13:00', '14:00', '20'])
  await school.stop()
  await submit(page)
  await expect(toast(page, 'An error occurred')).toBeVisible()
  await expect(page.getByLabel('Starting time')).toHaveValue('13:00')
  await school.startAgain()
  await submit(page)
  await expect(toast(page, 'Slot added successfully')).toBeVisible()
})
