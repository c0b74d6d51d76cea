import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import type { Role } from '#contract/roles.ts'
import { choose, fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  expectError,
  findField,
  findHeading,
  findRegion,
  findToast,
} from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const open = (groupName: string) => press(new RegExp(`^${groupName}`))

const way = async (kind: string, name: 'App' | 'Email' | 'Browser') =>
  within(await screen.findByRole('group', { name: kind })).getByRole('checkbox', { name })

async function openSettings(role: Role) {
  const school = await startDemoSchool()
  const token = await school.tokenOf(role)
  const at = role === 'student' ? '/notice-settings' : `/${role}/notice-settings`
  await openScreen(school, { as: { role, token }, at })
  await findHeading('Notification settings')
  const saved = () => school.call(getNotificationSettings[role], { token })
  return { school, saved }
}

test('a student chooses channels for notifications, and saves all of it at once', async () => {
  const { saved } = await openSettings('student')
  await open('Marks and weeks')
  expect(await way('A review is marked', 'Email')).toBeChecked()
  screen.getByRole('button', { name: 'Marks and weeks App, email, browser' })
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.click(await way('All of these', 'Email'))
  await userEvent.click(await way('A new week begins', 'Email'))
  screen.getByRole('button', { name: 'Marks and weeks App, email 1 of 3, browser' })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }))
  await fill(await findField('From'), '21:30')
  await choose('Weekly summary', 'Monday')
  await screen.findByText('Not saved yet.')
  await press('Save')
  await findToast('Settings saved.')
  expect(await screen.findByText('All changes saved.')).toHaveFocus()
  expect(await saved()).toMatchObject({
    kinds: { marked: { page: true, mail: false, push: true }, begun: { mail: true } },
    quietHours: { from: '21:30', to: '07:00' },
    weeklySummary: 1,
    timeZone: null,
  })
})

test('account security notifications are always on, and say why', async () => {
  await openSettings('admin')
  await open('Your account')
  screen.getByText('These keep your account safe, so app and email are always on.')
  for (const name of ['App', 'Email'] as const) {
    const fixed = await way('Your password is changed', name)
    expect(fixed).toBeChecked()
    expect(fixed).toBeDisabled()
  }
  expect(await way('Your password is changed', 'Browser')).toBeEnabled()
})

test('quiet hours that end when they start are refused at their field, and can be discarded', async () => {
  const { saved } = await openSettings('reviewer')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }))
  await fill(await findField('To'), '22:00')
  await press('Save')
  await expectError(await findField('To'), 'Quiet hours must start and end at different times')
  expect(await findField('To')).toHaveFocus()
  await press('Discard')
  expect(screen.getByRole('checkbox', { name: 'Quiet hours' })).not.toBeChecked()
  expect(await saved()).toMatchObject({ quietHours: null })
})

test('a zone is found by a part of its name, also in the IANA spelling', async () => {
  const { saved } = await openSettings('advisor')
  const zone = await screen.findByRole('combobox', { name: 'Time zone' })
  expect(zone).toHaveValue('The school’s: Europe/Berlin')
  await userEvent.click(zone)
  for (const typed of ['york', 'new york', 'New_York', 'America/New_York']) {
    await fill(zone, typed)
    await screen.findByRole('option', { name: 'America/New York' })
  }
  await fill(zone, 'kolk')
  await userEvent.click(await screen.findByRole('option', { name: 'Asia/Kolkata' }))
  await press('Save')
  await findToast('Settings saved.')
  expect(await saved()).toMatchObject({ timeZone: 'Asia/Kolkata' })
})

test('the settings are linked from the notifications and from the profile', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'student', at: '/notices' })
  await follow('Settings')
  await expectAddress('/notice-settings')
  await openScreen(school, { as: 'student', at: '/profile' })
  await follow('Notification settings', await findRegion('Notifications'))
  await expectAddress('/notice-settings')
})
