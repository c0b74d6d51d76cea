import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onboard } from './newcomers.ts'
import { expect, type School, test } from './school.ts'
import { factsOf, goTo, heading, signIn } from './shell.ts'

/** Takes a student's reviews away, as no call can: a student has none for a moment at most. */
function removeReviews(school: School, email: string): void {
  const database = new DatabaseSync(join(school.dataDir, 'weekward.db'))
  database
    .prepare('delete from reviews where student_id = (select id from people where email = ?)')
    .run(email)
  database.close()
}

test('a student in the first week has one review, nothing behind them, and tasks to begin with', async ({
  page,
  school,
}) => {
  const student = await onboard(school, 'student')
  await page.goto('/login')
  await signIn(page, student)
  const card = page.getByRole('region', { name: 'Next Review' })
  await expect(card.getByText('01', { exact: true })).toBeVisible()
  await expect(card.getByText('7 days left', { exact: true })).toBeVisible()
  await expect(card.getByText('not scheduled')).toBeVisible()
  await expect(page.getByText('Join into review')).toHaveCount(0)

  await page.getByRole('link', { name: 'Weekly Task' }).click()
  await expect(page.getByRole('heading', { name: 'This week: week 01' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^week/ })).toHaveCount(0)

  await goTo(page, 'Manifest')
  await page.getByRole('link', { name: 'Week 01' }).click()
  const details = page.getByRole('region', { name: 'Student Details' })
  await expect(details).toBeVisible()
  expect(await factsOf(details)).toMatchObject({
    Name: 'Nova Lindgren',
    Week: '01',
    Reviewer: 'not scheduled',
    'Scheduled day': 'not scheduled',
    'Scheduled time': 'not scheduled',
  })
  const tasks = page.getByRole('region', { name: 'Task Details' })
  expect(await factsOf(tasks)).toEqual({
    'Seminar Video': 'Not added',
    'Progress Video': 'Not added',
    Typing: 'Not added',
  })
})

test('a student before any review reads what comes, and has the tasks', async ({
  page,
  school,
}) => {
  const student = await onboard(school, 'student')
  removeReviews(school, student.email)
  await page.goto('/login')
  await signIn(page, student)
  await expect(page.getByText('Your first review appears here')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next Review' })).toHaveCount(0)
  await goTo(page, 'Manifest')
  await expect(page.getByText('no reviews found', { exact: true })).toBeVisible()
  await goTo(page, 'Home')
  await page.getByRole('link', { name: 'Weekly Task' }).click()
  await expect(heading(page, 'Weekly Task')).toBeVisible()
})
