import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getSchoolSettings, saveSchoolSettings } from '#contract/school/settings.ts'
import type { Context } from '#server/kit/context.ts'
import { noSuchUser, startMailServerForTest } from '../../mail/mails.ts'
import { choose, fill, follow, holdRequests, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findHeading, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

async function openSettings(settings: Partial<Context['settings']> = {}) {
  const school = await startDemoSchool(settings)
  const token = await school.tokenOf('admin')
  const saved = () => school.call(getSchoolSettings, { token })
  return { school, token, saved }
}

test('an admin changes the school’s name in its settings, linked from the account', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/account' })
  await follow('School settings', within(await screen.findByRole('main')))
  await findHeading('School settings')
  const zone = await screen.findByLabelText('School’s time zone', { selector: 'input' })
  expect(screen.getByText('Save', { selector: 'button *' }).closest('button')).toBeDisabled()
  expect(zone).toHaveAttribute('readonly')
  expect(zone).toHaveAccessibleDescription(
    'It cannot be changed because slots have been published in it.',
  )
  await fill(await findField('School’s name'), '')
  await press('Save')
  await expectError(await findField('School’s name'), 'Please enter your school’s name')
  await fill(await findField('School’s name'), 'Blåklint')
  await press('Save')
  await findToast('School settings saved.')
  expect(await screen.findByText('All changes saved.')).toHaveFocus()
  expect(await saved()).toMatchObject({ name: 'Blåklint', mailServer: null })
})

test('an admin sets how many days ahead slots can be booked, and when reviews are planned', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  const days = await findField('Booking window in days')
  expect(days).toHaveDisplayValue('3')
  await fill(days, '')
  await press('Save')
  await expectError(days, 'Please enter a whole number of days from 3 to 28')
  await fill(days, '40')
  await userEvent.tab()
  expect(days).toHaveDisplayValue('40')
  await press('Save')
  await expectError(days, 'Please enter a whole number of days from 3 to 28')
  await fill(days, '14')
  await fill(await findField('Earliest planning in days before the due date'), '1')
  await fill(await findField('Minimum notice of planned reviews in hours'), '6')
  await press('Save')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({
    bookableDays: 14,
    planEarliestDays: 1,
    planNoticeHours: 6,
  })
})

test('saving one setting leaves those alone that another admin has saved meanwhile', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await fill(await findField('Booking window in days'), '7')
  await school.call(saveSchoolSettings, { token, body: { planNoticeHours: 24 } })
  await press('Save')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({ bookableDays: 7, planNoticeHours: 24 })
})

test('a school’s language sets the sort order of its lists', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  const language = await screen.findByRole('combobox', { name: 'Sorting language' })
  expect(language).toHaveDisplayValue('English')
  await choose('Sorting language', 'Swedish')
  await press('Save')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({ language: 'sv' })
})

test('an international school takes phone numbers with their country code', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await choose('Phone numbers', 'International, with the country code')
  await press('Save')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({ phoneNumbers: 'international' })
})

test('a mail server is tested and saved; its password is never sent back, and is kept', async () => {
  const { school, token, saved } = await openSettings()
  const server = await startMailServerForTest()
  const mailServer = {
    host: '127.0.0.1',
    port: server.port,
    encryption: 'starttls',
    user: '',
  } as const
  await school.call(saveSchoolSettings, { token, body: { mailServer } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await press('Send a test email')
  await screen.findByText(/The mail server accepted the test email\. Reply: 250/)
  expect(server.mails).toMatchObject([{ to: ['admin@weekward.test'] }])

  await fill(await findField('Mail server user'), 'office')
  await press('Save')
  const password = await findField('Mail server password')
  await expectError(
    password,
    'Please enter the password again. The saved one is for another server or user',
  )
  await fill(password, 'a secret')
  await press('Save')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({ mailServer: { user: 'office', hasPassword: true } })
  expect(await findField('Mail server password')).toHaveValue('')
  await userEvent.click(await screen.findByRole('checkbox', { name: /mail server/ }))
  await press('Discard')
  expect(await findField('Mail server')).toHaveValue('127.0.0.1')
})

test('a mail server that refuses the test email is saved only after confirming', async () => {
  const { school, token, saved } = await openSettings()
  const server = await startMailServerForTest()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await userEvent.click(await screen.findByRole('checkbox', { name: /mail server/ }))
  await fill(await findField('Mail server'), '127.0.0.1')
  await fill(await findField('Port'), String(server.port))
  server.trouble.recipient = noSuchUser
  await press('Save')
  const question = () =>
    screen.findByRole('dialog', { name: 'The mail server does not accept email' })
  expect(await question()).toHaveTextContent(/550 5\.1\.1 No such user/)
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await saved()).toMatchObject({ mailServer: null })
  await press('Save')
  await question()
  await press('Save anyway')
  await findToast('School settings saved.')
  expect(await saved()).toMatchObject({ mailServer: { host: '127.0.0.1' } })

  // Changes that do not concern mails are saved without a test mail.
  await fill(await findField('School’s name'), 'Blåklint')
  await press('Save')
  await waitFor(async () => expect(await saved()).toMatchObject({ name: 'Blåklint' }))
})

test('what is changed while a save is under way stays, unsaved', async () => {
  const { school, token, saved } = await openSettings()
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/school' })
  await fill(await findField('School’s name'), 'Blåklint')
  const letThrough = holdRequests(saveSchoolSettings.path)
  await press('Save')
  await fill(await findField('Booking window in days'), '14')
  letThrough()
  await findToast('School settings saved.')
  expect(await findField('Booking window in days')).toHaveDisplayValue('14')
  await screen.findByText('Not saved yet.')
  expect(await saved()).toMatchObject({ name: 'Blåklint', bookableDays: 3 })
})
