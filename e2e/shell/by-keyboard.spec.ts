import type { Page } from '@playwright/test'
import { listReviews } from '#contract/reviews/reviews.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { tabTo } from '../steps/keyboard.ts'
import { heading, isNarrow, loginHeading, menuButton } from '../steps/shell.ts'

test.use(withMotion)

/** Opens the menu, if there is one, and follows a link of the sidebar. */
async function goByKeyboard(page: Page, label: string): Promise<void> {
  if (isNarrow(page)) {
    await tabTo(page, menuButton(page))
    await page.keyboard.press('Enter')
  }
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await tabTo(page, sidebar.getByRole('link', { name: label, exact: true }))
  await page.keyboard.press('Enter')
}

test('a student signs in, reads a review and logs out without a mouse', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue('student@weekward.test')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Home')).toBeFocused()

  await goByKeyboard(page, 'Manifest')
  await expect(heading(page, 'Manifest')).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Week 02' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/review-details\//)
  await expect(heading(page, 'Review Details')).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Yes, logout!' }))
  await page.keyboard.press('Enter')
  await expect(loginHeading(page, 'student')).toBeFocused()
})

test('a button that waits for the server keeps the focus and ignores a second press', async ({
  page,
  school,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue('student@weekward.test')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the password')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url())
  })
  school.pause()
  const login = page.getByRole('button', { name: 'Login' })
  await tabTo(page, login)
  await page.keyboard.press('Enter')
  await expect(login).toHaveAttribute('aria-busy', 'true')
  await expect(login).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await password.press('Enter')
  await expect(login).toBeDisabled()
  await login.focus()
  school.resume()
  await expect(page.getByRole('alert')).toHaveText('password is incorrect')
  await expect(login).toBeEnabled()
  await expect(login).toBeFocused()
  expect(asked).toHaveLength(1)
})

test('filtering a list keeps the focus in the field', { tag: slowTests }, async ({
  page,
  school,
}) => {
  await school.enter(page, 'admin', '/admin/student-list')
  const search = page.getByLabel('Search by name')
  await search.click()
  await page.keyboard.type('so')
  await expect(page).toHaveURL(/search=so$/)
  await expect(search).toBeFocused()
  await page.keyboard.type('f')
  await expect(page).toHaveURL(/search=sof$/)
})

test('a dialog traps the focus until it closes, then returns it', async ({ page, school }) => {
  await school.enter(page, 'student')
  const logout = page.getByRole('button', { name: 'Logout' })
  await tabTo(page, logout)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Logout' })
  const focused = dialog.locator(':focus')
  await expect(focused).toHaveCount(1)
  for (const key of [...Array<string>(5).fill('Tab'), ...Array<string>(5).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    await expect(focused).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(logout).toBeFocused()
})

test('Ctrl+K finds a student’s review without a mouse, and the focus is never lost', async ({
  page,
  school,
}) => {
  const token = await school.enter(page, 'advisor', '/advisor')
  const [review] = await school.call(listReviews.advisor, { token, query: { type: 'booking' } })
  const name = review?.student.name ?? ''
  await expect(heading(page, 'Home')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Find anything' })
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('group', { name: 'Reviews' }).getByRole('option')).not.toHaveCount(0)
  await checkAppearance(page, 'find-anything')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /, week / })).toBeFocused()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await checkAppearance(page, 'keys')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.type('gr')
  await expect(heading(page, 'Reviews List')).toBeFocused()
})

test('the focus is visible everywhere', async ({ page, school }) => {
  await school.enter(page, 'student')
  await expect(page.getByRole('region', { name: 'Next Review' })).toBeVisible()
  const focused = page.locator(':focus')
  let stops = 0
  await page.keyboard.press('Tab')
  // After the last element the focus goes back to the browser.
  while ((await focused.count()) === 1) {
    await expect(focused).not.toHaveCSS('outline-style', 'none')
    await expect(focused).toBeInViewport()
    await page.keyboard.press('Tab')
    stops++
  }
  expect(stops).toBeGreaterThan(8)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing is animated, including menu and dialog', async ({ page, school }) => {
    await school.enter(page, 'student')
    await expect(page.getByRole('region', { name: 'Next Review' })).toBeVisible()
    expect(await movements(page)).toEqual([])
    if (isNarrow(page)) {
      await menuButton(page).click()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
      expect(await movements(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('dialog', { name: 'Logout' })).toBeVisible()
    expect(await movements(page)).toEqual([])
  })
})

test('no animation takes longer than 150 ms', async ({ page, school }) => {
  await school.enter(page, 'student')
  await expect(page.getByRole('region', { name: 'Next Review' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Logout' })).toBeVisible()
  expect(await movements(page, 0.15)).toEqual([])
})

/** Elements whose transitions take longer than so many seconds. */
function movements(page: Page, longerThan = 0): Promise<string[]> {
  return page.evaluate((limit) => {
    const seconds = (times: string) => Math.max(...times.split(',').map(Number.parseFloat))
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
      const moves =
        seconds(transitionDuration) > limit ||
        (animationName !== 'none' && seconds(animationDuration) > limit)
      return moves ? [`${element.tagName} ${element.className} ${transitionDuration}`] : []
    })
  }, longerThan)
}
