import type { Page } from '@playwright/test'
import { formatLongMonthDay, formatShortMonthDayYear, getDateInDays } from '../kit/days.ts'
import { expect, test } from '../kit/school.ts'
import { onPhone } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { answer, choose, toast } from '../steps/actions.ts'
import { openFilters, rows } from '../steps/lists.ts'
import { emptySchoolSettings } from '../steps/onboarding.ts'
import {
  decideOnWeek,
  domain,
  type Everybody,
  people,
  publishAndBook,
  saveMarks,
  setUpAndOnboard,
} from '../steps/schools/walk-through-week.ts'
import { goTo, heading } from '../steps/shell.ts'

test.use(withMotion)

test.use({ settings: emptySchoolSettings })
test.setTimeout(300_000)

const { student, advisor, reviewer } = people

test('a student is invited, works a week, is reviewed and moves on, until the admin blocks them', {
  tag: onPhone,
}, async ({ page, school, somebodyElse }) => {
  const all = await setUpAndOnboard(page, school, somebodyElse)
  await test.step('the student sees the first week', () => seesFirstWeek(all.student))

  await test.step('the reviewer is booked', () => publishAndBook(all))
  await test.step('the reviewer marks', async () => {
    await saveMarks(all.reviewer, 'Task Completed', 'Finish the timer app')
  })
  await test.step('the advisor decides', () => decideOnWeek(all.advisor, 'Next week'))
  const decided = `${student.name} moves on to week 02`
  await expect(all.advisor.getByRole('region', { name: decided })).toBeVisible()

  await test.step('the student sees the marks and the new week', async () => {
    await goTo(all.student, 'Home')
    await all.student.reload()
    await expect(all.student.getByRole('region', { name: 'Next Review' })).toContainText('02')
    await seesMarks(all.student, 'Task Completed')
    await seesTask(all.student, 2)
  })
  await test.step('the admin blocks the student', () => blocksTheStudent(all))
})

async function seesFirstWeek(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Next Review' })
  await expect(card.getByText('01', { exact: true })).toBeVisible()
  await expect(card.getByText('week', { exact: true })).toBeVisible()
  await expect(card.getByText(formatLongMonthDay(getDateInDays(7)))).toBeVisible()
  await expect(card.getByText('7 days left')).toBeVisible()

  const calendar = page.getByRole('region', { name: 'Calendar' })
  const today = calendar.locator('[aria-current=date]')
  await expect(today).toHaveAttribute('datetime', getDateInDays(0))
  const month = calendar.getByRole('table')
  const name = await month.getAttribute('aria-label')
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await expect(month).not.toHaveAccessibleName(String(name))
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await expect(month).toHaveAccessibleName(String(name))

  await seesTask(page, 1)
  await goTo(page, 'Manifest')
  await expect(rows(page, 'Reviews')).toHaveText([/^Week 01Not scheduled/])
}

async function seesTask(page: Page, week: number): Promise<void> {
  await goTo(page, 'Home')
  await page.getByRole('link', { name: 'Weekly Task' }).click()
  const present = page.getByRole('region', { name: `This week: week 0${week}` })
  for (const list of ['Personal development', 'Technical', 'Miscellaneous']) {
    await expect(present.getByText(`${list} of week ${week}`, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(`Technical of week ${week + 1}`)).toHaveCount(0)
}

async function seesMarks(page: Page, status: string): Promise<void> {
  await goTo(page, 'Manifest')
  await expect(rows(page, 'Reviews')).toHaveText([/^Week 01Marked/, /^Week 02Not scheduled/])
  await page.getByRole('link', { name: 'Week 01' }).click()
  const details = page.getByRole('region', { name: 'Student Details' })
  for (const fact of [student.name, '01', domain, advisor.name, reviewer.name, '10:00 AM']) {
    await expect(details.getByText(fact, { exact: true })).toBeVisible()
  }
  await expect(details.getByText(formatShortMonthDayYear(getDateInDays(7)))).toBeVisible()
  await expect(details.getByText(formatShortMonthDayYear(getDateInDays(1)))).toBeVisible()
  const mark = page.getByRole('region', { name: 'Mark' })
  for (const fact of ['81', '74', status]) {
    await expect(mark.getByText(fact, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Finish the timer app')).toBeVisible()
  const tasks = page.getByRole('region', { name: 'Task Details' })
  await expect(tasks.getByText('completed')).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
}

async function blocksTheStudent({ admin, student: page }: Everybody): Promise<void> {
  // Without a socket only a call finds out, however late.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.reload()
  await goTo(page, 'Profile')
  await page.getByRole('button', { name: 'Edit' }).click()

  await goTo(admin, 'Student')
  await admin.getByLabel('Search by name').fill('nobody of that name')
  await expect(admin.getByText('No people match this search.')).toBeVisible()
  await admin.getByLabel('Search by name').fill('NOVA')
  await openFilters(admin)
  await choose(admin, 'Domain', domain)
  await expect(rows(admin, 'students')).toHaveCount(1)
  await admin.getByRole('button', { name: 'Block' }).click()
  const question = `Are you sure you want to block ${student.name}? They are signed out at once, and their API tokens are revoked for good.`
  await answer(admin, question, 'Yes, block')
  await expect(toast(admin, `${student.name} is blocked.`)).toBeVisible()

  const refused = page.waitForResponse((response) => response.status() === 401)
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await (await refused).json()).toMatchObject({ success: false, Auth: false })
  await expect(heading(page, 'Student login')).toBeVisible()
  await expect(toast(page, 'Profile update successfully.')).toHaveCount(0)
  await page.getByLabel('Email').fill(student.email)
  await page.getByLabel('Password', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Your account is blocked. Please talk to your admin.')).toBeVisible()
}
