import { updateMark } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { expectFastPaint, recordInteractions } from '../checks/next-paint.ts'
import { expect, test } from '../kit/school.ts'
import { choose, toast } from '../steps/actions.ts'
import { rows } from '../steps/lists.ts'
import { findReviewToDecide } from '../steps/meet-and-call.ts'
import { addReviewerWithSlots } from '../steps/new-reviewer.ts'
import { addManyStudents } from '../steps/schools/many-students.ts'
import { heading, isNarrow, loginHeading, logOut, menuButton } from '../steps/shell.ts'

// The ten main interactions and some more take at most 100 ms until the next paint. Runs without
// other load: see playwright.long.config.ts.

test.beforeEach(({ page }) => recordInteractions(page))

test('signing in, the menu and the colour scheme respond at once', async ({ page }) => {
  await page.goto('/login')
  await expectFastPaint(page, 'sign in', {
    async before() {
      await expect(page.getByLabel('Email')).toHaveValue('student@weekward.test')
    },
    act: () => page.getByRole('button', { name: 'Login' }).click(),
    async after() {
      await expect(heading(page, 'Home')).toBeVisible()
      await logOut(page)
      await expect(loginHeading(page, 'student')).toBeVisible()
    },
  })
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('region', { name: 'Next Review' })).toBeVisible()
  // On a phone, 'Find anything' switches it.
  if (!isNarrow(page)) {
    await expectFastPaint(page, 'switch the colours', {
      act: () => page.getByRole('button', { name: /^Switch to/ }).click(),
    })
  }
  const window = page.viewportSize()
  if (!isNarrow(page)) await page.setViewportSize({ width: 360, height: 740 })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expectFastPaint(page, 'open the menu', {
    act: () => menuButton(page).click(),
    async after() {
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    },
  })
  if (window) await page.setViewportSize(window)
})

test('searching a long list keeps up with the typing', async ({ page, school }) => {
  addManyStudents(school, 300)
  await school.enter(page, 'admin', '/admin/student-list')
  await expect(rows(page, 'students')).toHaveCount(50)
  const box = page.getByLabel('Search by name')
  await expectFastPaint(page, 'type into a search', {
    before: () => box.fill(''),
    act: () => box.pressSequentially('zyta 0012', { delay: 60 }),
    // Numbers 00120 to 00129, and 00012.
    after: () => expect(rows(page, 'students')).toHaveCount(11),
  })
})

test('an advisor chooses, books, notes and decides without delay', async ({ page, school }) => {
  await addReviewerWithSlots(school)
  await school.enter(page, 'advisor', '/advisor/reviews-list')
  await expectFastPaint(page, 'open a review from the list', {
    before: () => expect(rows(page, 'Reviews')).toHaveCount(50),
    act: () => rows(page, 'Reviews').nth(5).getByRole('link').click(),
    async after() {
      await expect(page.getByRole('region', { name: 'Student Details' })).toBeVisible()
      await page.goBack()
    },
  })

  const waiting = page.getByRole('list', { name: 'Reviews to be scheduled' }).getByRole('button')
  const book = page.getByRole('button', { name: 'book slot', exact: true })
  const slots = page.getByRole('tabpanel').getByRole('button')
  const free = slots.and(page.locator(':enabled')).first()
  const pick = async () => {
    await page.goto('/advisor/review-schedule')
    await waiting.first().click()
    await choose(page, 'Reviewer', /^Rita Moreau/)
    await expect(slots).toHaveCount(3)
  }
  await pick()
  await expectFastPaint(page, 'pick a slot', {
    act: () => free.click(),
    async after() {
      await expect(book).toBeVisible()
      await free.click()
    },
  })
  await expectFastPaint(page, 'book it', {
    times: 3,
    async before() {
      await pick()
      await free.click()
    },
    act: () => book.click(),
    after: () => expect(toast(page, 'book slot successfully.')).toBeVisible(),
  })

  const review = await findReviewToDecide(school)
  await page.goto(`/advisor/review-details/${review._id}`)
  const typing = page.getByRole('radiogroup', { name: 'Typing' })
  let other = ''
  await expectFastPaint(page, "note a task's state", {
    async before() {
      const unnoted = typing.getByRole('radio', { checked: false })
      other = (await unnoted.getAttribute('value')) ?? ''
    },
    act: () => typing.getByText(other, { exact: true }).click(),
    after: () => expect(typing.getByRole('radio', { name: other })).toBeChecked(),
  })
  await expectFastPaint(page, 'ask for the next week', {
    act: () => page.getByRole('button', { name: 'Next week', exact: true }).click(),
    async after() {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  })
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  await expectFastPaint(page, 'confirm it', {
    times: 1,
    act: () => page.getByRole('button', { name: 'Yes, go to the next week' }).click(),
    after: () => expect(toast(page, 'review status updated successfully.')).toBeVisible(),
  })
})

test('a reviewer enters marks and pending tasks without delay', async ({ page, school }) => {
  const token = await school.tokenOf('reviewer')
  const query = { search: 'student@weekward.test', open: 'true' } as const
  const [review] = await school.call(listReviews.reviewer, { token, query })
  // After the review has ended, the page does not ask for confirmation.
  const mark = { code: 49, theory: 70, weekStatus: 'Task Critical' } as const
  await school.call(updateMark, { token, body: { id: review?._id ?? '', value: { mark } } })
  await school.enter(page, 'reviewer', `/reviewer/review-details/${review?._id}`)
  const save = page.getByRole('button', { name: 'Save' })
  await expectFastPaint(page, 'open the mark', {
    act: () => page.getByRole('button', { name: 'Edit the mark' }).click(),
    after: () => page.getByRole('button', { name: 'Cancel' }).click(),
  })
  let code = 50
  await expectFastPaint(page, 'save a mark', {
    async before() {
      await page.getByRole('button', { name: 'Edit the mark' }).click()
      await page.getByLabel('Code mark').fill(String(code++))
      await page.getByLabel('Theory mark').fill('70')
      await choose(page, 'Week status', 'Task Critical')
    },
    act: () => save.click(),
    after: () => expect(page.getByRole('button', { name: 'Edit the mark' })).toBeVisible(),
  })
  await page.getByRole('button', { name: 'Edit the pending tasks' }).click()
  const lines = page.getByLabel(/^What is left to do, line \d+$/)
  const last = lines.last()
  await expectFastPaint(page, 'add a pending task', {
    before: () => last.fill('Read about closures'),
    act: () => page.getByRole('button', { name: /^Add a line/ }).click(),
  })
  await last.fill('Finish the timer app')
  await save.click()
  await expect(toast(page, 'pending task updated.')).toBeVisible()
})
