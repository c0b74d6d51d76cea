import { roles } from '#contract/roles.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { heading, loginHeading } from '../steps/shell.ts'

const places = {
  student: { home: '/', login: '/', call: '/home' },
  advisor: { home: '/advisor', login: '/advisor/login', call: '/advisor/profile' },
  reviewer: { home: '/reviewer', login: '/reviewer/login', call: '/reviewer/profile' },
  admin: { home: '/admin', login: '/admin/login', call: '/admin/summary' },
}

for (const role of roles) {
  test(`logging out as ${role} asks first, then shows the ${role} login`, {
    tag: slowTests,
  }, async ({ page, school }) => {
    const { home, login } = places[role]
    const token = await school.enter(page, role, home)
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Logout', exact: true })
    await expect(
      dialog.getByText('Are you sure you want to logout?', { exact: true }),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(heading(page, 'Home')).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog.getByRole('button', { name: 'Yes, logout!', exact: true }).click()
    await expect(loginHeading(page, role)).toBeVisible()
    await expect(page).toHaveURL(login)
    expect(await page.evaluate((key) => localStorage.getItem(key), role)).toBeNull()
    // The session has also ended on the server.
    const reply = await page.request.get(places[role].call, {
      headers: { authorization: token, accept: 'application/json' },
    })
    expect(reply.status()).toBe(401)
  })
}
