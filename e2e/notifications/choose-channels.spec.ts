import type { Page } from '@playwright/test'
import { getNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect, test } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { choose, toast } from '../steps/actions.ts'
import { heading } from '../steps/shell.ts'
import { typeTime } from '../steps/typing.ts'

const way = (page: Page, kind: string, name: string) =>
  page.getByRole('group', { name: kind, exact: true }).getByRole('checkbox', { name })

const group = (page: Page, groupName: string) =>
  page.getByRole('button', { name: new RegExp(`^${groupName}`) })

test(
  'notification channels are saved and still there after a reload',
  {
    tag: slowTests,
  },
  async ({ page, school }, { project }) => {
    const token = await school.enter(page, 'advisor', '/advisor/notices')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(heading(page, 'Notification settings')).toBeVisible()
    await group(page, 'Needs attention').press('Enter')
    await way(page, 'A review is overdue', 'Email').click()
    await way(page, 'A review is overdue', 'Browser').click()
    // One row switches all.
    const mail = page.getByRole('checkbox', { name: 'Email', exact: true })
    const rows = (await mail.count()) - 1
    const chosen = `${await mail.and(page.locator(':checked')).count()} of ${rows}`
    await expect(group(page, 'Needs attention')).toContainText(
      `App, email ${chosen}, browser ${chosen}`,
    )
    await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
    await typeTime(page.getByLabel('From', { exact: true }), '0930PM')
    await typeTime(page.getByLabel('To', { exact: true }), '0645AM')
    await choose(page, 'Weekly summary', 'Friday')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('kolk')
    await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    await checkAppearance(page, `${project.name}-notice-settings-changed`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Settings saved.')).toBeVisible()
    await expect(page.getByText('All changes saved.')).toBeFocused()
    expect(await school.call(getNotificationSettings.advisor, { token })).toMatchObject({
      kinds: { overdue: { page: true, mail: false, push: false } },
      quietHours: { from: '21:30', to: '06:45' },
      weeklySummary: 5,
      timeZone: 'Asia/Kolkata',
    })

    await page.reload()
    await group(page, 'Needs attention').click()
    await expect(way(page, 'A review is overdue', 'Email')).not.toBeChecked()
    await expect(way(page, 'A review is overdue', 'App')).toBeChecked()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30')
    await expect(page.getByRole('combobox', { name: 'Weekly summary' })).toHaveValue('Friday')
    await expect(zone).toHaveValue('Asia/Kolkata')

    await way(page, 'A review is overdue', 'Email').click()
    await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
    await expect(page.getByLabel('From', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('All changes saved.')).toBeFocused()
    await expect(way(page, 'A review is overdue', 'Email')).not.toBeChecked()
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('06:45')
  },
)
