import { addPerson as invite } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { expect, test } from '../kit/school.ts'
import { atDesk, slowTests } from '../kit/tags.ts'
import { withMotion } from '../kit/with-motion.ts'
import { answer, toast } from '../steps/actions.ts'
import { rows } from '../steps/lists.ts'
import { addPerson } from '../steps/onboarding.ts'
import { onboard } from '../steps/schools/invite-and-onboard.ts'
import { goTo, heading } from '../steps/shell.ts'

test.use(withMotion)

const blocked = 'User blocked/unblocked successfully.'

test('a list of more than fifty students shows the rest on scrolling', {
  tag: slowTests,
}, async ({ page, school }) => {
  const token = await school.enter(page, 'admin', '/admin/student-list')
  const { length } = await school.call(listPeople.student, { token })
  expect(length).toBeGreaterThan(50)
  await expect(rows(page, 'students')).toHaveCount(50)
  await page.keyboard.press('End')
  await expect(rows(page, 'students')).toHaveCount(length)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('email addresses are shown in full at every width', { tag: [atDesk, slowTests] }, async ({
  page,
  school,
}) => {
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    await school.enter(page, 'admin', `/admin/${role}-list`)
    for (const width of [640, 700, 768, 820, 1024, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const row = rows(page, `${role}s`)
      await expect(row.first().getByText('@')).toBeVisible()
      // Cut text can be focused to read it.
      const cut = row.locator('[tabindex="0"]').filter({ hasText: '@' })
      await expect(cut, `${role}s at ${width} px`).toHaveCount(0)
    }
  }
})

test('at a desk students have their advisor beside them, and row menus are in line', {
  tag: [atDesk, slowTests],
}, async ({ page, school }) => {
  await onboard(school, 'advisor', 'Nova Lindgren')
  await school.call(invite.advisor, {
    token: await school.tokenOf('admin'),
    body: { name: 'Nova Berg', email: 'nova-berg@school.test' },
  })
  await school.enter(page, 'admin', '/admin/student-list')
  await expect(page.getByRole('columnheader', { name: 'Advisor' })).toBeVisible()
  await school.enter(page, 'admin', '/admin/advisor-list?search=Nova')
  // One is offered 'Block', the other 'Send Mail'.
  const menus = rows(page, 'advisors').getByRole('button', { name: /^More for/ })
  await expect(menus).toHaveCount(2)
  const places = await Promise.all((await menus.all()).map(async (menu) => menu.boundingBox()))
  expect(new Set(places.map((place) => place?.x)).size).toBe(1)
})

test('a person is blocked and unblocked, each after a question', { tag: slowTests }, async ({
  page,
  school,
}) => {
  const student = await onboard(school, 'student', 'Nova Lindgren')
  const { name } = student
  const token = await school.tokenOf('student', student)
  await school.enter(page, 'admin', `/admin/student-list?search=${name}`)
  const row = rows(page, 'students')
  const more = row.getByRole('button', { name: `More for ${name}` })
  await more.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await row.getByRole('button', { name: 'Block' }).click()
  const question = `Are you sure you want to block ${name}? They are signed out at once, and their API tokens are revoked for good.`
  await answer(page, question, 'Cancel')
  await expect(row).not.toContainText('Blocked')
  await school.call(getHome, { token })

  await row.getByRole('button', { name: 'Block' }).click()
  await answer(page, question, 'Yes, block')
  const said = page.getByRole('dialog', { name: `${name} is blocked` })
  await expect(said.getByText(blocked)).toBeVisible()
  // The success dialog closes by itself, and the reverse action replaces the button.
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 5000 })
  await expect(toast(page, `${name} is blocked.`)).toBeVisible()
  await expect(row).toContainText('Blocked')
  await expect(row.getByRole('button', { name: 'Unblock' })).toBeFocused()
  await expect(school.call(getHome, { token })).rejects.toThrow('401')

  await row.getByRole('button', { name: 'Unblock' }).click()
  await answer(page, `Are you sure you want to unblock ${name}?`, 'Yes, unblock')
  await expect(page.getByRole('dialog').getByText(blocked)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Block' })).toBeVisible()
  // The menu that was open before stays closed.
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a failed block says so until it is read', { tag: slowTests }, async ({ page, school }) => {
  const { name } = await onboard(school, 'advisor', 'Aldo Ferri')
  await school.enter(page, 'admin', `/admin/advisor-list?search=${name}`)
  // Dialogs are loaded before the server stops.
  await page.waitForLoadState('networkidle')
  await rows(page, 'advisors').getByRole('button', { name: 'Block' }).click()
  await school.stop()
  const question = `Are you sure you want to block ${name}? They are signed out at once, and their API tokens are revoked for good.`
  await answer(page, question, 'Yes, block')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Failed to block/unblock user.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test("'Send Mail' sends a new link to a person who has not joined yet, and ends the older one", {
  tag: slowTests,
}, async ({ page, school, somebodyElse }) => {
  const token = await school.enter(page, 'admin', '/admin/reviewer-list')
  await addPerson(page, 'Reviewer', { name: 'Rita Moreau', email: 'rita@newcomers.test' })
  const link = page.getByLabel('Invitation link for Rita Moreau')
  const older = await link.inputValue()
  await goTo(page, 'Reviewers')
  await page.getByLabel('Search by name').fill('Rita Moreau')
  const row = rows(page, 'reviewers')
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'Send Mail' }).click()
  const question =
    'Make a new invitation for Rita Moreau? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.'
  await answer(page, question, 'Yes, make a new link')
  const sent = page.getByRole('dialog', { name: 'New invitation link', exact: true })
  await expect(sent).toBeVisible()
  await expect(page.getByText(blocked)).toHaveCount(0)
  const fresh = await sent.getByLabel('Invitation link for Rita Moreau').inputValue()
  expect(fresh).not.toBe(older)
  await expect(async () => {
    expect(await school.invitationOf('rita@newcomers.test')).toBe(fresh)
  }).toPass()

  const rita = await somebodyElse()
  for (const [address, outcome] of [
    [older, rita.getByText('This link is not valid or has expired. Ask your admin for a new one.')],
    [fresh, rita.getByLabel('Confirm password')],
  ] as const) {
    await rita.goto(address)
    await expect(outcome).toBeVisible()
  }
  await rita.getByLabel('Password', { exact: true }).fill('correct horse')
  await rita.getByLabel('Confirm password').fill('correct horse')
  await rita.getByRole('button', { name: 'Set password' }).click()
  await expect(heading(rita, 'Complete your profile')).toBeVisible()
  const [person] = await school.call(listPeople.reviewer, { token, query: { search: 'Rita' } })
  expect(person).toMatchObject({ isBlocked: false, isProfileVerified: false })
})

test.describe('with the limit on failed logins', () => {
  test.use({ settings: { RATE_LIMIT: 'on' } })

  test('an admin sees locked-out people in list and details, and ends the lock', {
    tag: slowTests,
  }, async ({ page, school }) => {
    const { name, email, password } = await onboard(school, 'advisor', 'Aldo Ferri')
    const failTenTimes = async () => {
      for (let failure = 0; failure < 10; failure++) {
        await expect(school.tokenOf('advisor', { email, password: 'wrong' })).rejects.toThrow()
      }
      await expect(school.tokenOf('advisor', { email, password })).rejects.toThrow('Too many')
    }
    await failTenTimes()
    await school.enter(page, 'admin', `/admin/advisor-list?search=${name}`)
    const row = rows(page, 'advisors').filter({ hasText: name })
    await expect(row).toContainText('Login locked')
    await row.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'End lock' }).click()
    await expect(page.getByRole('dialog')).toContainText(/Locked on network 127\.0\.0\.1, until \d/)
    await page.getByRole('button', { name: 'Yes, end it' }).click()
    await expect(page.getByText('Lock ended. They can sign in again now.')).toBeVisible()
    await expect(row).not.toContainText('Login locked')
    await school.tokenOf('advisor', { email, password })

    await failTenTimes()
    await page.goto('/admin/account')
    const locks = page.getByRole('region', { name: 'Locked out' })
    await expect(locks.getByRole('listitem')).toContainText(name)
    await locks.getByRole('button', { name: `End lock of ${name}` }).click()
    await expect(locks.getByText('Nobody is locked out.')).toBeVisible()
    await expect(locks.getByRole('heading')).toBeFocused()
    await school.tokenOf('advisor', { email, password })
  })
})
