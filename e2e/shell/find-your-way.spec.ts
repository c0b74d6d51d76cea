import { type Role, roles } from '#contract/roles.ts'
import { expect, test } from '../kit/school.ts'
import { tagUnlessFirst } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { goTo, heading, isNarrow, menuButton, openSidebar } from '../steps/shell.ts'

test.use(withMotion)

/** The colour of the top bar, the home, and the sidebar's links with their paths. */
const areas: Record<Role, { colour: string; home: string; links: [string, string][] }> = {
  student: {
    colour: 'rgb(11, 11, 12)',
    home: '/',
    links: [
      ['Home', '/'],
      ['Manifest', '/manifest'],
      ['Progress', '/progress'],
      ['Profile', '/profile'],
    ],
  },
  advisor: {
    colour: 'rgb(21, 74, 108)',
    home: '/advisor',
    links: [
      ['Home', '/advisor'],
      ['Reviews List', '/advisor/reviews-list'],
      ['Schedule Reviews', '/advisor/review-schedule'],
      ['Board', '/advisor/board'],
      ['Calendar', '/advisor/calendar'],
      ['Profile', '/advisor/profile'],
    ],
  },
  reviewer: {
    colour: 'rgb(31, 41, 55)',
    home: '/reviewer',
    links: [
      ['Home', '/reviewer'],
      ['Reviews List', '/reviewer/reviews-list'],
      ['add slot', '/reviewer/add-slot'],
      ['Availability', '/reviewer/availability'],
      ['Calendar', '/reviewer/calendar'],
      ['Hours', '/reviewer/hours'],
      ['Profile', '/reviewer/profile'],
    ],
  },
  admin: {
    colour: 'rgb(19, 65, 64)',
    home: '/admin',
    links: [
      ['Home', '/admin'],
      ['Student', '/admin/student-list'],
      ['Advisors', '/admin/advisor-list'],
      ['Reviewers', '/admin/reviewer-list'],
      ['Admins', '/admin/admin-list'],
      ['Calendar', '/admin/calendar'],
      ['Insight', '/admin/insight'],
      ['Hours', '/admin/hours'],
      ['Tasks', '/admin/domain-list'],
      ['Create Task', '/admin/create-task'],
      // The specification shows no link to this screen, but there must be one.
      ['Add user', '/admin/add-user'],
      ['Audit log', '/admin/trail'],
      ['Emails', '/admin/mails'],
      ['Health', '/admin/health'],
      ['School settings', '/admin/school'],
    ],
  },
}

for (const role of roles) {
  const { colour, home, links } = areas[role]

  test(
    `the bar says that you are ${role}, and the sidebar leads to each of your screens`,
    tagUnlessFirst('admin', role),
    async ({ page, school }) => {
      await school.enter(page, role, home)
      const bar = page.getByRole('banner')
      await expect(bar).toHaveCSS('background-color', colour)
      await expect(bar).toHaveCSS('position', 'fixed')
      const sidebar = await openSidebar(page)
      await expect(sidebar.getByRole('link')).toHaveCount(links.length)
      for (const [index, [label]] of links.entries()) {
        await expect(sidebar.getByRole('link').nth(index)).toHaveAccessibleName(label)
      }
      if (isNarrow(page)) await page.keyboard.press('Escape')
      // From the last to the first, because the first is open already.
      for (const [label, path] of links.toReversed()) {
        await goTo(page, label)
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        const here = await openSidebar(page)
        await expect(here.getByRole('link', { name: label, exact: true })).toHaveAttribute(
          'aria-current',
          'page',
        )
        if (isNarrow(page)) await page.keyboard.press('Escape')
      }
    },
  )
}

test('the sidebar is always visible on a wide screen and behind the menu on a small one', async ({
  page,
  school,
}) => {
  await school.enter(page, 'student')
  await expect(heading(page, 'Home')).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const menu = menuButton(page)
  if (!isNarrow(page)) {
    await expect(sidebar).toBeVisible()
    await expect(menu).toBeHidden()
    return
  }
  await expect(sidebar).toBeHidden()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect(sidebar).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('dialog', { name: 'Menu' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sidebar).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(sidebar).toBeHidden()
})

test('on a small screen the menu’s button also closes it', async ({ page, school }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await school.enter(page, 'student')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const menu = menuButton(page)
  await menu.click()
  await expect(sidebar).toBeVisible()
  // It is below the bar, which still shows the role and the logout.
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport()
  await menu.click()
  await expect(sidebar).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Logout' })).toBeVisible()
})

test('on a low wide screen the sidebar takes the whole height and scrolls on its own', async ({
  page,
  school,
}) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await school.enter(page, 'admin', '/admin')
  const last = page.getByRole('link', { name: 'Emails', exact: true })
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 1 })
  const place = await page.locator('div:has(> nav[aria-label=Main])').boundingBox()
  expect(place).toMatchObject({ x: 0, width: 232 })
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBe(300)
})

test('the skip link comes first and skips the bar and the sidebar', async ({ page, school }) => {
  await school.enter(page, 'advisor', '/advisor')
  await expect(heading(page, 'Home')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
