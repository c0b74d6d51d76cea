import type { Locator, Page } from '@playwright/test'
import { notSetUpMessage } from '#contract/school/school.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, type School, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { toast } from '../steps/actions.ts'
import { expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'

// Only what a test needs is configured. Everything else is asked for on the page.
test.use({ settings: { DEMO: 'off', TIME_ZONE: '' } })

const printedLink = ({ said }: School) => said.find((line) => line.includes('/set-up/')) ?? ''

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

test('the printed link leads to a set-up school with a signed-in first admin, by keyboard only', {
  tag: slowTests,
}, async ({ page, school }) => {
  const mailServer = await startMailServer()
  const link = printedLink(school)
  expect(new URL(link).origin).toBe(school.url)
  await page.goto(school.url)
  await expect(page.getByText(notSetUpMessage)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set up your school' })).toBeVisible()
  // The browser's time zone, which differs from the machine's.
  await expect(page.getByRole('combobox', { name: 'School’s time zone' })).toHaveValue(
    'Europe/Berlin',
  )
  await checkAppearance(page, 'set-up-fresh')

  const field = (label: string) => page.getByLabel(label, { exact: true })
  await typeInto(page, field('School’s name'), 'Blåklint Coding School')
  await typeInto(page, field('Name'), 'Ada Byron')
  await typeInto(page, field('Email'), 'ada@school.test')
  await typeInto(page, field('Password'), 'correct horse battery')
  await typeInto(page, field('Confirm password'), 'correct horse batter')
  await tabTo(page, page.getByRole('checkbox', { name: 'Send emails through a mail server' }))
  await page.keyboard.press('Space')
  await typeInto(page, field('Mail server'), '127.0.0.1')
  await tabTo(page, field('Port'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(String(mailServer.port))
  await typeInto(page, field('Sender address'), 'office@school.test')
  await pressByKeys(page, page.getByRole('button', { name: 'Send a test email' }))
  await expect(page.getByText(/The mail server accepted the test email/)).toBeVisible()
  expect(mailServer.mails).toMatchObject([{ to: ['ada@school.test'] }])
  await checkAppearance(page, 'set-up-with-mail')

  await pressByKeys(page, page.getByRole('button', { name: 'Set up the school' }))
  await expect(field('Confirm password')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('y')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'You are signed in as the admin of your school.')).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/admin`)
  await expect(page.getByText('1 of 6 done')).toBeVisible()
  await expectFocusKept(page)

  await page.setViewportSize({ width: 360, height: 740 })
  const banner = page.getByRole('banner')
  const name = await banner.getByText('Blåklint Coding School').boundingBox()
  const find = await banner.getByRole('button', { name: 'Find anything' }).boundingBox()
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(find?.x ?? 0)

  // The secret is in no request of the page and no line of the log.
  expect(school.log.join()).not.toContain(new URL(link).pathname)
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link is not valid or has expired')
  await mailServer.stop()
})

test('an admin renames the school and adds a logo, and every screen shows them', {
  tag: slowTests,
}, async ({ page, school }) => {
  await page.goto(printedLink(school))
  await page.getByLabel('School’s name').fill('Blåklint')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('Email', { exact: true }).fill('ada@school.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Set up the school' }).click()
  await expect(page.getByText('0 of 6 done')).toBeVisible()
  await page.goto(`${school.url}/admin/school`)
  await page.getByLabel('School’s name').fill('Oak')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles('docs/pictures/admin.webp')
  await expect(page.getByText('Please choose an image of at most 256 KB')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } }),
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'School settings saved.')).toBeVisible()
  await expect(page.locator('header img').first()).toBeVisible()
  await school.stop()
  await school.startAgain()
  await page.goto(`${school.url}/admin/login`)
  await expect(page).toHaveTitle(/· Oak$/)
})
