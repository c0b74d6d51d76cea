import { dateInZone } from '#contract/kit/zone.ts'
import { getHome, listReviews } from '#contract/reviews.ts'
import { choose } from './answers.ts'
import { inDays } from './days.ts'
import { cellsOf, columns, rows } from './lists.ts'
import { onboard } from './newcomers.ts'
import { signIn } from './onboarding.ts'
import { expect, test } from './school.ts'
import { schoolZone } from './server.ts'
import { goTo, heading } from './shell.ts'

test('an advisor finds at home who needs a slot and who is further, each with the right button', async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor')
  const toBook = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const booked = await school.call(listReviews.advisor, { token, query: { home: 'true' } })
  const marked = await school.call(listReviews.advisor, {
    token,
    query: { status: 'conducted', open: 'true' },
  })
  for (const [section, reviews, button] of [
    ['To schedule', toBook, 'Book slot'],
    ['To decide', marked, 'Update Review'],
    ['Scheduled', booked, 'Update Review'],
  ] as const) {
    expect(reviews.length).toBeGreaterThan(0)
    await expect(rows(page, section)).toHaveCount(reviews.length)
    for (const [index, { student, week }] of reviews.entries()) {
      const card = rows(page, section).nth(index)
      await expect(card.getByRole('heading')).toHaveText(student.name)
      await expect(card).toContainText(`Week ${String(week).padStart(2, '0')}`)
      await expect(card.getByRole('link')).toHaveText([button, 'View'])
    }
  }
})

test('an advisor sees at home which reviews are overdue', async ({ page, school }) => {
  const token = await school.enter(page, 'advisor', '/advisor')
  const toBook = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const late = toBook.filter(({ date }) => dateInZone(Date.parse(date), schoolZone) < inDays(0))
  expect(late.length).toBeGreaterThan(0)
  const marked = rows(page, 'To schedule').filter({ hasText: 'overdue' })
  await expect(marked.getByRole('heading')).toHaveText(late.map(({ student }) => student.name))
})

test("both buttons of an advisor's card lead to scheduling, and 'View' to the details", async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor')
  const [first] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const name = first?.student.name ?? ''
  await rows(page, 'To schedule').first().getByRole('link', { name: 'Book slot' }).click()
  await expect(heading(page, 'Schedule Reviews')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Student' })).toHaveValue(new RegExp(name))

  await page.goBack()
  await rows(page, 'To decide').first().getByRole('link', { name: 'Update Review' }).click()
  await expect(heading(page, 'Schedule Reviews')).toBeVisible()
  await expect(page.getByText('This review is conducted, so it needs no slot.')).toBeVisible()

  await page.goBack()
  await rows(page, 'To schedule').first().getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(new RegExp(`/advisor/review-details/${first?._id}$`))
  await expect(page.getByRole('region', { name: 'Student Details' })).toContainText(name)
})

test('a reviewer finds at home whom they see next, to start or to view', async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'reviewer', '/reviewer')
  const reviews = await school.call(listReviews.reviewer, { token, query: { home: 'true' } })
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Start Review' })).toHaveCount(reviews.length)
  for (const { student } of reviews) {
    await expect(main.getByText(student.name, { exact: true })).toBeVisible()
  }
  await main.getByRole('link', { name: 'View', exact: true }).first().click()
  await expect(page).toHaveURL(/\/reviewer\/review-details\//)
  await page.goBack()
  await main.getByRole('button', { name: 'Start Review' }).first().click()
  await expect(page).toHaveURL(/\/reviewer\/call\//)
})

test('a reviewer whom nobody has booked reads that no reviews are pending', async ({
  page,
  school,
}) => {
  await signIn(page, 'reviewer', await onboard(school, 'reviewer', 'Rita Moreau'))
  await expect(page.getByText('you have no reviews pending', { exact: true })).toBeVisible()
  await goTo(page, 'Reviews List')
  await expect(page.getByText('no reviews found', { exact: true })).toBeVisible()
})

test("an advisor's reviews list says of each review what is known, and leads to it", async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor/reviews-list')
  expect(await columns(page, 'Reviews')).toEqual([
    'no',
    'student name',
    'reviewer name',
    'Domain',
    'Week',
    'status',
    'Action',
  ])
  const reviews = await school.call(listReviews.advisor, { token })
  for (const status of ['not-scheduled', 'conducted']) {
    const index = reviews.findIndex((review) => review.status === status)
    const { student, reviewer, week } = reviews[index] ?? fail()
    expect(await cellsOf(rows(page, 'Reviews').nth(index))).toEqual([
      String(index + 1),
      student.name,
      reviewer?.name ?? 'not fixed',
      student.domain?.name,
      String(week).padStart(2, '0'),
      status,
      'review details',
    ])
  }
  await page.getByText('review details', { exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/advisor/review-details/${reviews[0]?._id}$`))
})

test("a reviewer's reviews list names the advisor instead of the reviewer", async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'reviewer', '/reviewer/reviews-list')
  expect(await columns(page, 'Reviews')).toEqual([
    'no',
    'student name',
    'advisor name',
    'Domain',
    'Week',
    'status',
    'Action',
  ])
  const [first] = await school.call(listReviews.reviewer, { token })
  await expect(rows(page, 'Reviews').first()).toContainText(first?.advisor?.name ?? fail())
})

test('a reviews list is narrowed by student, week and status, and says when nothing is left', async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor/reviews-list')
  const of = (query: { status?: 'review-scheduled'; week?: number; search?: string }) =>
    school.call(listReviews.advisor, { token, query })
  const count = async (query: Parameters<typeof of>[0]) =>
    expect(rows(page, 'Reviews')).toHaveCount((await of(query)).length)

  await choose(page, 'Status', 'review-scheduled')
  await count({ status: 'review-scheduled' })
  const [first] = await of({ status: 'review-scheduled' })
  const { week, student } = first ?? fail()
  await choose(page, 'Week', `week ${String(week).padStart(2, '0')}`)
  await count({ status: 'review-scheduled', week })
  await page.getByLabel('Student name').fill(student.name.toUpperCase())
  await count({ status: 'review-scheduled', week, search: student.name })
  await page.getByLabel('Student name').fill('nobody of that name')
  const nothing = page.getByText('no reviews found', { exact: true })
  await expect(nothing).toBeVisible()
  await expect(nothing.locator('..').locator('svg')).toBeVisible()
  await page.getByRole('button', { name: 'Show all reviews' }).click()
  await expect(rows(page, 'Reviews')).toHaveCount(50)
  await expect(page.getByLabel('Student name')).toHaveValue('')
})

test('a long reviews list shows fifty, and the rest to who goes on', async ({ page, school }) => {
  const token = await school.enter(page, 'advisor', '/advisor/reviews-list')
  const { length } = await school.call(listReviews.advisor, { token })
  expect(length).toBeGreaterThan(50)
  // A longer one would not keep all of its rows on the page.
  expect(length).toBeLessThanOrEqual(100)
  await expect(rows(page, 'Reviews')).toHaveCount(50)
  await page.keyboard.press('End')
  await expect(rows(page, 'Reviews')).toHaveCount(length)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test("a student's review stands in the reviewer's and the advisor's list alike", async ({
  page,
  school,
}) => {
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  for (const role of ['advisor', 'reviewer'] as const) {
    await school.enter(page, role, `/${role}/reviews-list?search=${home.student.name}`)
    await expect(rows(page, 'Reviews').first()).toContainText('review-scheduled')
  }
})

function fail(): never {
  throw new Error('the demo school has no such review')
}
