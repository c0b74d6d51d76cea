import type { Page } from '@playwright/test'
import { logout, updatePassword } from '#contract/accounts/accounts.ts'
import { type Role, roles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests, tagUnlessFirst } from '../kit/tags.ts'
import { blockPerson } from '../steps/schools/invite-and-onboard.ts'
import { goTo, heading, loginHeading, logOut, openSidebar, submitLogin } from '../steps/shell.ts'

const homes: Record<Role, string> = {
  student: '/',
  advisor: '/advisor',
  reviewer: '/reviewer',
  admin: '/admin',
}

/** What a role has in browser storage. */
function stored(page: Page, role: Role): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), role)
}

test('the token is stored under the role’s name, as version 1', async ({ page }) => {
  await page.goto('/advisor/login')
  await submitLogin(page, demoLogins.advisor)
  await expect(heading(page, 'Home')).toBeVisible()
  expect(JSON.parse((await stored(page, 'advisor')) ?? '')).toEqual({
    state: { token: expect.stringMatching(/^.{20,}$/) },
    version: 1,
  })
  for (const other of ['student', 'reviewer', 'admin'] as const) {
    expect(await stored(page, other)).toBeNull()
  }
})

test('a person stays signed in after a reload, and the login does not flash up', async ({
  page,
  school,
}) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent ?? ''
      if (title.includes('login')) document.documentElement.dataset.sawLogin = title
    }).observe(document, { childList: true, subtree: true })
  })
  await school.enter(page, 'student', '/manifest')
  await page.reload()
  await expect(heading(page, 'Manifest')).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-saw-login')
  // Makes sure that the observer does see a login.
  await logOut(page)
  await expect(loginHeading(page, 'student')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-saw-login', 'Student login')
})

test('if the browser blocks its storage, a person can still sign in while the page is open', {
  tag: slowTests,
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/login')
  await submitLogin(page, demoLogins.student)
  await expect(heading(page, 'Home')).toBeVisible()
  await goTo(page, 'Manifest')
  await expect(page.getByRole('link', { name: 'Week 05' })).toBeVisible()
  await page.reload()
  await expect(loginHeading(page, 'student')).toBeVisible()
})

test('all four roles can be signed in at once in one browser, and log out one by one', {
  tag: slowTests,
}, async ({ page, context, school }) => {
  for (const role of roles) await school.enter(page, role, homes[role])
  const tabs = { student: page, advisor: page, reviewer: page, admin: page }
  for (const role of roles) {
    tabs[role] = await context.newPage()
    await tabs[role].goto(homes[role])
    await expect(heading(tabs[role], 'Home')).toBeVisible()
  }
  await logOut(tabs.advisor)
  await expect(loginHeading(tabs.advisor, 'advisor')).toBeVisible()
  for (const role of ['student', 'reviewer', 'admin'] as const) {
    await tabs[role].reload()
    await expect(heading(tabs[role], 'Home')).toBeVisible()
  }
})

test('logging out in one tab signs out the other, and signing in signs it in again', async ({
  page,
  context,
  school,
}) => {
  await school.enter(page, 'student', '/manifest')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(heading(other, 'Profile')).toBeVisible()
  await logOut(page)
  await expect(loginHeading(page, 'student')).toBeVisible()
  await expect(loginHeading(other, 'student')).toBeVisible()
  await expect(other).toHaveURL('/')
  await expect.poll(() => stored(page, 'student')).toBeNull()
  await submitLogin(other, demoLogins.student)
  await expect(heading(other, 'Home')).toBeVisible()
  await expect(heading(page, 'Home')).toBeVisible()
})

/** Ways in which a session ends elsewhere, and a link that then finds out. */
const endings: Record<
  Role,
  { how: string; end: (school: School, token: string) => Promise<unknown>; link: string }
> = {
  student: {
    how: 'the password was changed elsewhere',
    async end(school) {
      const { password } = demoLogins.student
      const token = await school.tokenOf('student')
      const body = { oldpass: password, newpass: 'a better secret' }
      await school.call(updatePassword.student, { token, body })
    },
    link: 'Manifest',
  },
  advisor: {
    how: 'the admin blocked the advisor',
    end: (school) => blockPerson(school, 'advisor', demoLogins.advisor.email),
    link: 'Reviews List',
  },
  reviewer: {
    how: 'the admin blocked the reviewer',
    end: (school) => blockPerson(school, 'reviewer', demoLogins.reviewer.email),
    link: 'Reviews List',
  },
  admin: {
    how: 'the admin logged out elsewhere',
    end: (school, token) => school.call(logout.admin, { token }),
    link: 'Advisors',
  },
}

for (const role of roles) {
  const { how, end, link } = endings[role]

  test(
    `once ${how}, the ${role} login appears by itself`,
    tagUnlessFirst('advisor', role),
    async ({ page, school }) => {
      const token = await school.enter(page, role, homes[role])
      await expect(heading(page, 'Home')).toBeVisible()
      await end(school, token)
      // The live connection opens some seconds after the page.
      await expect(loginHeading(page, role)).toBeVisible({ timeout: 30_000 })
      expect(await stored(page, role)).toBeNull()
    },
  )

  test(`once ${how}, the next call leads to the ${role} login`, { tag: slowTests }, async ({
    page,
    school,
  }) => {
    // A network that blocks WebSockets: only a call can find out.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await page.route('**/socket.io/**', (route) => route.abort())
    const token = await school.enter(page, role, homes[role])
    await expect(heading(page, 'Home')).toBeVisible()
    const next = await (await openSidebar(page)).getByRole('link', { name: link }).elementHandle()
    await end(school, token)
    // The page may call on its own before. Then the link is gone; it would still open its address.
    await next?.evaluate((one) => one instanceof HTMLElement && one.isConnected && one.click())
    await expect(loginHeading(page, role)).toBeVisible()
    await expect(page).toHaveURL(role === 'student' ? '/' : `/${role}/login`)
    expect(await stored(page, role)).toBeNull()
    // The end of a session is not an error: no other message appears.
    await expect(page.getByText('error', { exact: true })).toHaveCount(0)
  })
}
