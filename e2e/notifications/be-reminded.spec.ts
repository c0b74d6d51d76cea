import type { Page } from '@playwright/test'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, type School, storeSession, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { bell, readAll, remindNow } from '../steps/notifications.ts'
import { bookWithRita } from '../steps/schools/booked-with-rita.ts'
import { goTo, heading } from '../steps/shell.ts'

/**
 * Clicks 'Remind', which works once a day: the button says so and keeps the focus, also after a
 * reload.
 */
async function remindOnce(page: Page, to: string, done = 'Reminded'): Promise<void> {
  await page.getByRole('button', { name: `Remind: ${to}`, exact: true }).press('Enter')
  await expect(toast(page, 'Reminder sent')).toBeVisible()
  const reminded = page.getByRole('button', { name: `${done}: ${to}`, exact: true })
  await expect(reminded).toBeFocused()
  await page.reload()
  await expect(reminded).toHaveAttribute('aria-disabled', 'true')
}

/** A home whose person has read all earlier notifications. */
async function atHome(page: Page, school: School, role: 'student' | 'advisor'): Promise<void> {
  const token = await school.tokenOf(role)
  await readAll(school, role, token)
  await storeSession(page, school.url, role, token)
  await page.goto(role === 'student' ? '/' : '/advisor')
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleDescription('')
}

test('a reminder appears once at the bell of an open page when it is due', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const { review, reviewer } = await bookWithRita(school)
  await atHome(page, school, 'student')
  const other = await somebodyElse()
  await readAll(school, 'reviewer', reviewer.token)
  await storeSession(other, school.url, 'reviewer', reviewer.token)
  await other.goto(`${school.url}/reviewer`)

  remindNow(school, review._id)
  await expect(bell(page)).toHaveAccessibleDescription('1 unread notification')
  await expect(bell(other)).toHaveAccessibleDescription('1 unread notification')
  await bell(page).click()
  const notification = page.getByRole('link', {
    name: /^Reminder: your week .+ review .+ with Rita Moreau/,
  })
  await expect(notification).toHaveCount(1)
  await notification.click()
  await expect(page).toHaveURL(`${school.url}/review-details/${review._id}`)
})

test(
  'an advisor reminds a student from the list, once a day, and the student sees it at once',
  {
    tag: slowTests,
  },
  async ({ page, school, somebodyElse }, { project }) => {
    const student = await somebodyElse()
    const { review } = await bookWithRita(school)
    await atHome(student, school, 'student')
    await school.enter(page, 'advisor', '/advisor')
    await goTo(page, 'Reviews List')
    const search = page.getByRole('searchbox')
    await search.click()
    await search.pressSequentially(review.student.name)
    const button = page.getByRole('button', { name: new RegExp(`^Remind: ${review.student.name}`) })
    await expect(button).toHaveCount(1)
    const name = await button.getAttribute('aria-label')
    await remindOnce(page, String(name).replace('Remind: ', ''))
    await checkAppearance(page, `${project.name}-reminded-in-the-list`)
    await expect(bell(student)).toHaveAccessibleDescription('1 unread notification')
    await bell(student).click()
    await expect(
      student.getByRole('link', { name: /Reminder from .+: your week .+ review/ }),
    ).toBeVisible()
  },
)

test(
  'an admin reminds an advisor of overdue reviews at home, once a day',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    await school.enter(page, 'admin', '/admin')
    const first = page.getByRole('button', { name: /^Remind: / }).first()
    await expect(first).toBeVisible()
    const name = String(await first.getAttribute('aria-label')).replace('Remind: ', '')
    await remindOnce(page, name, 'Reminded today')
    await checkAppearance(page, `${project.name}-admin-home-reminded`)
  },
)
