import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { findAxeViolations } from '../checks/appearance.ts'
import { desktop, phone } from '../kit/browser-options.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { rows } from '../steps/lists.ts'
import { heading } from '../steps/shell.ts'

for (const [where, { viewport }] of Object.entries({ desktop, phone })) {
  test(`an admin looks through a student’s page by keyboard on a ${where}`, {
    tag: slowTests,
  }, async ({ page, school }) => {
    const token = await school.tokenOf('admin')
    const query = { search: 'student@weekward.test' }
    const [student] = await school.call(listPeople.student, { token, query })
    if (!student) throw new Error('There is no demo student')
    await school.tokenOf('student')
    await page.setViewportSize(viewport)
    await school.enter(page, 'admin', paths.person('student', student._id))
    await expect(heading(page, student.name)).toBeVisible()
    await expect(page.getByText(/^Waiting for .* since /)).toBeVisible()
    await expect(page.getByText(/^Theory \d+$/)).toBeVisible()
    await expect(rows(page, 'Reviews').first()).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])

    await page.getByRole('tab', { name: 'Overview' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\?tab=progress$/)
    await expect(page.getByRole('tab', { name: 'Progress' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Week by week' })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])

    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\?tab=mails$/)
    await expect(page.getByRole('tab', { name: 'Emails' })).toBeFocused()
    await expect(page.getByRole('tabpanel', { name: 'Emails' })).not.toBeEmpty()
    expect(await findAxeViolations(page)).toEqual([])

    await page.keyboard.press('ArrowRight')
    const out = page.getByRole('button', { name: /^Sign out of/ }).first()
    await expect(out).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await out.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign out' })
    await expect(dialog).toContainText(`${student.name} is notified, and has to sign in again`)
    await dialog.getByRole('button', { name: 'Yes, sign out' }).press('Enter')
    await expect(toast(page, 'Signed out there.')).toBeVisible()
    const title = page.getByRole('heading', { name: `Where ${student.name} is signed in` })
    await expect(title).toBeFocused()

    await page.getByRole('tab', { name: 'Sessions' }).press('ArrowRight')
    await expect(page.getByText(`signed ${student.name} out of`).first()).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    )
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })
}
