import { listSessions } from '#contract/accounts/sessions.ts'
import { demoLogins } from '#contract/school/school.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading, loginHeading, submitLogin } from '../steps/shell.ts'

test('a person sees their sessions, signs out of one, then of all others', {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const other = await somebodyElse()
  await school.enter(other, 'student', '/profile')
  await expect(heading(other, 'Profile')).toBeVisible()
  const third = await school.tokenOf('student')
  await page.goto('/login')
  await submitLogin(page, demoLogins.student)
  await page.getByRole('link', { name: 'Profile' }).first().click()

  const card = page.getByRole('region', { name: 'Where you are signed in' })
  const places = card.getByRole('listitem')
  await expect(places).toHaveCount(3)
  const here = places.filter({ hasText: 'this browser' })
  await expect(here).toHaveCount(1)
  await expect(here).toContainText(/^Chrome on \w+ \(this browser\)From 127\.0\.0\.1/)
  await expect(here).toContainText(/Signed in (today|yesterday), \d{1,2}:\d\d [AP]M/)
  await expect(here.getByRole('button')).toHaveCount(0)

  // Newest first: this session, the third, the other browser.
  await places.nth(2).getByRole('button').click()
  await expect(page.getByText('Signed out there.', { exact: true })).toBeVisible()
  await expect(places).toHaveCount(2)
  await expect(card.getByRole('heading')).toBeFocused()
  await other.reload()
  await expect(loginHeading(other, 'student')).toBeVisible()

  const everywhere = card.getByRole('button', { name: 'Sign out everywhere else' })
  await everywhere.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(places).toHaveCount(2)
  await everywhere.click()
  await page.getByRole('button', { name: 'Yes, sign out' }).click()
  await expect(page.getByText('Signed out everywhere else.', { exact: true })).toBeVisible()
  await expect(places).toHaveCount(1)
  await expect(everywhere).toHaveCount(0)
  await expect(school.call(listSessions.student, { token: third })).rejects.toThrow()
  await page.reload()
  await expect(heading(page, 'Profile')).toBeVisible()
})
