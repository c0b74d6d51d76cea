import { demoLogins } from '#contract/school/school.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { bell, readAll } from '../steps/notifications.ts'
import { heading, logOut, submitLogin } from '../steps/shell.ts'

test('a sign-in with another browser of the same kind is reported to a signed-in person, one with their own is not', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const token = await school.tokenOf('reviewer')
  const login = `${school.url}/reviewer/login`
  await page.goto(login)
  await submitLogin(page, demoLogins.reviewer)
  await expect(heading(page, 'Home')).toBeVisible()
  await readAll(school, 'reviewer', token)
  await logOut(page)
  await submitLogin(page, demoLogins.reviewer)
  await expect(heading(page, 'Home')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleDescription('')

  const other = await somebodyElse()
  await other.goto(login)
  await submitLogin(other, demoLogins.reviewer)
  await expect(bell(page)).toHaveAccessibleDescription('1 unread notification')
})
