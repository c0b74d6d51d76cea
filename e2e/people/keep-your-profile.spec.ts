import type { Page } from '@playwright/test'
import { getProfile } from '#contract/people/profile.ts'
import { profileRoles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { answer } from '../steps/actions.ts'
import { goTo, heading } from '../steps/shell.ts'

const password = demoLogins.student.password
const newPassword = 'a better secret'

/** Types both passwords into the open fields and clicks the button for the second time. */
async function changePassword(page: Page, oldpass: string, newpass: string): Promise<void> {
  await page.getByLabel('Old password').fill(oldpass)
  await page.getByLabel('New password').fill(newpass)
  await page.getByRole('button', { name: 'Change password' }).click()
}

for (const role of profileRoles) {
  const path = role === 'student' ? '/profile' : `/${role}/profile`

  test(
    `a ${role} changes their password with two clicks and stays signed in`,
    tagUnlessFirst('student', role),
    async ({ page, school }) => {
      await school.enter(page, role, path)
      await expect(heading(page, 'Profile')).toBeVisible()
      await expect(page.getByLabel('Old password')).toHaveCount(0)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Old password')).toBeFocused()
      await changePassword(page, password, newPassword)
      await expect(page.getByText('password update successfully.', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Old password')).toHaveCount(0)
      // The fields were cleared when they closed.
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Old password')).toHaveValue('')
      await expect(page.getByLabel('New password')).toHaveValue('')
      await page.reload()
      await expect(heading(page, 'Profile')).toBeVisible()
      await school.tokenOf(role, { email: demoLogins[role].email, password: newPassword })
      await expect(school.tokenOf(role)).rejects.toThrow('password is incorrect')
    },
  )
}

test('leaving a half-edited profile asks for confirmation, leaving a saved one does not', {
  tag: slowTests,
}, async ({ page, school }) => {
  await school.enter(page, 'student', '/profile')
  const card = page.getByRole('region', { name: 'Amara Okafor' })
  await card.getByRole('button', { name: 'Edit' }).click()
  await goTo(page, 'Manifest')
  await expect(heading(page, 'Manifest')).toBeVisible()
  await page.goBack()
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Address').fill('7 Harbour Road')
  await goTo(page, 'Manifest')
  await answer(page, 'Your changes are not saved and will be lost.', 'Cancel')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile update successfully.', { exact: true })).toBeVisible()
  await goTo(page, 'Manifest')
  await expect(heading(page, 'Manifest')).toBeVisible()
})

/** Resolves when the page's socket is next accepted. */
function letIn(page: Page): Promise<unknown> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40{')) resolve(payload)
      }),
    )
  })
}

test('a new password brings a new token, which this and the other tab use', {
  tag: slowTests,
}, async ({ page, school, context }) => {
  const token = await school.enter(page, 'student', '/profile')
  const tab = await context.newPage()
  await tab.goto('/profile')
  await expect(heading(tab, 'Profile')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  const [here, there] = [letIn(page), letIn(tab)]
  await changePassword(page, password, newPassword)
  await expect(page.getByText('password update successfully.')).toBeVisible()
  await expect(school.call(getProfile.student, { token })).rejects.toThrow('401')
  await Promise.all([here, there])
  for (const one of [page, tab]) {
    const card = one.getByRole('region', { name: 'Amara Okafor' })
    await card.getByRole('button', { name: 'Edit' }).click()
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(one.getByText('Profile update successfully.', { exact: true })).toBeVisible()
    await expect(heading(one, 'Profile')).toBeVisible()
  }
})

test('a changed password signs out the other browser', { tag: slowTests }, async ({
  page,
  school,
  browser,
}) => {
  const elsewhere = await browser.newPage({ baseURL: school.url })
  await school.enter(elsewhere, 'student', '/profile')
  await expect(heading(elsewhere, 'Profile')).toBeVisible()
  await school.enter(page, 'student', '/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await changePassword(page, password, newPassword)
  await expect(page.getByText('password update successfully.')).toBeVisible()
  await elsewhere.reload()
  await expect(heading(elsewhere, 'Student login')).toBeVisible()
  await elsewhere.close()
})
