import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getSchool } from '#contract/school/school.ts'
import { addFirstAdminFromSettings, makeSetUpLink } from '#server/accounts/school-set-up/actions.ts'
import type { SchoolSettingValues } from '#server/kit/settings/effective-settings.ts'
import { png } from '../../images.ts'
import { noSuchUser, startMailServerForTest } from '../../mail/mails.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, expectError, findField, findHeading, findToast } from '../queries.ts'
import { type School, startEmptySchool } from '../school.ts'

const badLink =
  'This link is not valid or has expired. Until the school is set up, each start of the server prints a new one.'

async function openSetUp(given: SchoolSettingValues = {}): Promise<School> {
  const school = await startEmptySchool({ given })
  const link = new URL((await makeSetUpLink(school.context)) ?? '')
  await openScreen(school, { at: link.pathname })
  await findHeading('Set up your school')
  return school
}

async function nameAdmin(): Promise<void> {
  await fill(await findField('Name'), 'Ada Byron')
  await fill(await findField('Email'), 'ada@school.test')
  for (const one of ['Password', 'Confirm password'])
    await fill(await findField(one), 'correct horse')
}

test('opening the printed link sets up the school and signs in the admin', async () => {
  const school = await openSetUp()
  // The browser's zone, not the machine's.
  const zone = await screen.findByLabelText('School’s time zone', { selector: 'input' })
  expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' '))
  await press('Set up the school')
  await expectError(await findField('School’s name'), 'Please enter your school’s name')
  expect(await findField('School’s name')).toHaveFocus()
  await expectError(await findField('Name'), 'Name is required')
  await expectError(await findField('Password'), 'please enter vaild password')

  await fill(await findField('School’s name'), 'Blåklint')
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  const gif = new File(['GIF89a and more'], 'a.png', { type: 'image/png' })
  await userEvent.upload(chooser as HTMLInputElement, gif)
  await screen.findByText('Please choose a valid PNG, JPEG or WebP image')
  await userEvent.upload(
    chooser as HTMLInputElement,
    new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }),
  )
  await screen.findByAltText('The logo')
  await nameAdmin()
  await press('Set up the school')
  await findToast('You are signed in as the admin of your school.')
  await expectAddress('/admin')
  await screen.findByText('0 of 6 done')
  await waitFor(() => expect(document.body).toHaveTextContent('Blåklint'))
  expect(await school.call(getSchool, {})).toMatchObject({
    name: 'Blåklint',
    logo: expect.stringMatching(/^\/school-logo\//),
  })
})

test('a test email can be sent before anything is saved, and shows the mail server’s error', async () => {
  await openSetUp()
  const server = await startMailServerForTest()
  await userEvent.click(await screen.findByRole('checkbox', { name: /mail server/ }))
  await press('Send a test email')
  await expectError(await findField('Mail server'), 'Please enter the mail server')
  expect(await findField('Mail server')).toHaveFocus()
  await fill(await findField('Mail server'), '127.0.0.1')
  await fill(await findField('Port'), String(server.port))
  await fill(await findField('Sender address'), 'office@school.test')
  await fill(await findField('Send a test email to'), 'me@school.test')
  server.trouble.recipient = noSuchUser
  await press('Send a test email')
  await screen.findByText(/550 5\.1\.1 No such user/)
  server.trouble.recipient = undefined
  await userEvent.type(await findField('Send a test email to'), '{enter}')
  await screen.findByText(/The mail server accepted the test email\. Reply: 250/)
  expect(server.mails).toMatchObject([{ to: ['me@school.test'] }])
  await expectAddress(/^\/set-up\//)
})

test('settings of the environment are shown with their name, and cannot be edited', async () => {
  const school = await openSetUp({
    schoolName: 'Oak',
    timeZone: 'Asia/Tokyo',
    smtpUrl: 'smtp://mail.oak.test',
  })
  for (const [name, value, by] of [
    ['School’s name', 'Oak', 'SCHOOL_NAME'],
    ['School’s time zone', 'Asia/Tokyo', 'TIME_ZONE'],
    ['Mail server', 'mail.oak.test:587', 'SMTP_URL'],
  ] as const) {
    const fixed = await screen.findByLabelText(name, { selector: 'input' })
    expect(fixed).toHaveValue(value)
    expect(fixed).toHaveAttribute('readonly')
    expect(fixed).toHaveAccessibleDescription(`Set by ${by}`)
  }
  await nameAdmin()
  await press('Set up the school')
  await expectAddress('/admin')
  expect((await school.call(getSchool, {})).name).toBe('Oak')
})

test('an invalid link shows an error at once, and so does one that was used meanwhile', async () => {
  await openScreen(await startEmptySchool(), { at: '/set-up/no-such-link' })
  expect(await screen.findByRole('alert')).toHaveTextContent(badLink)
  expect(screen.queryAllByRole('textbox')).toEqual([])

  const school = await openSetUp()
  await fill(await findField('School’s name'), 'Blåklint')
  await nameAdmin()
  await addFirstAdminFromSettings(school.context, {
    email: 'boss@school.test',
    password: 'correct horse',
  })
  await press('Set up the school')
  await findToast(badLink)
  expect(await screen.findByRole('link', { name: /Sign in$/ })).toHaveAttribute(
    'href',
    '/admin/login',
  )
})

test('an unreachable mail server is reported before the school is set up, and can be corrected', async () => {
  const school = await openSetUp()
  const server = await startMailServerForTest()
  await fill(await findField('School’s name'), 'Blåklint')
  await nameAdmin()
  await userEvent.click(await screen.findByRole('checkbox', { name: /mail server/ }))
  await fill(await findField('Mail server'), '127.0.0.1')
  await fill(await findField('Port'), '1')
  await press('Set up the school')
  const question = await screen.findByRole('dialog', {
    name: 'The mail server does not accept email',
  })
  expect(question).toHaveTextContent(/ECONNREFUSED/)
  await press('Cancel')
  await expectAddress(/^\/set-up\//)
  await fill(await findField('Port'), String(server.port))
  await press('Set up the school')
  await expectAddress('/admin')
  expect(server.mails).toMatchObject([{ to: ['ada@school.test'] }])
  expect(school.context.settings.smtpUrl).toBe(`smtp://127.0.0.1:${server.port}`)
})

test('a time zone is found by a part of its name, and Enter selects the only match', async () => {
  await openSetUp()
  const zone = await screen.findByLabelText('School’s time zone', { selector: 'input' })
  await userEvent.click(zone)
  await userEvent.clear(zone)
  await userEvent.type(zone, 'tokyo{enter}')
  expect(zone).toHaveValue('Asia/Tokyo')
  await userEvent.clear(zone)
  await userEvent.type(zone, 'America/New_York{enter}')
  expect(zone).toHaveValue('America/New York')
})
