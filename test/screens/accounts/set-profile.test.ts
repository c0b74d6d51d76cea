import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { setPassword } from '#contract/accounts/accounts.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson } from '../../factories.ts'
import { choose, fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  expectError,
  findField,
  findHeading,
  findToast,
  getTexts,
} from '../queries.ts'
import { type School, startDemoSchool, startEmptySchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'
import { choosePassword, invite, password } from './newcomers.ts'

/** Opens the second screen of an invitation before the first was completed. */
async function openProfile(school: School): Promise<string> {
  const { secret } = await invite(school, 'student')
  await openScreen(school, { at: `/set-profile/${secret}` })
  return secret
}

test('without domains a new student reads whom to ask for one', async () => {
  await openProfile(await startEmptySchool())
  expect(await screen.findByRole('alert')).toHaveTextContent('Ask your admin to add one')
})

test('each profile rule is shown under its field', async () => {
  await openProfile(await startDemoSchool())
  await press('Save profile')
  for (const [label, message] of [
    ['Mobile number', 'Mobile number is required'],
    ['Date of birth', 'Date of Birth is required'],
    ['Age', 'Age is required'],
    ['Educational qualification', 'Educational qualification is required'],
    ['Address', 'Address is required'],
  ] as const) {
    await expectError(await findField(label), message)
  }
  for (const [name, message] of [
    ['Domain', 'Domain is required'],
    ['Gender', 'Gender is required'],
  ] as const) {
    await expectError(screen.getByRole('combobox', { name }), message)
  }
  expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveFocus()
  expect(screen.queryAllByRole('option')).toEqual([])
  await userEvent.click(screen.getByRole('combobox', { name: 'Gender' }))
  expect(getTexts(await screen.findAllByRole('option'))).toEqual(['male', 'female'])
  await userEvent.keyboard('{Escape}')
  const number = await findField('Mobile number')
  for (const [typed, message] of [
    ['555000111', 'Must be at least 10 numbers'],
    ['55500011112', 'Must be at less than 10 numbers'],
  ] as const) {
    await fill(number, typed)
    await press('Save profile')
    await expectError(number, message)
  }
  await screen.findByText('11 of 10 digits entered.')
})

test('in an international school a new person enters the number with its country code', async () => {
  await openProfile(await startDemoSchool({ phoneNumbers: 'international' }))
  const number = await findField('Mobile number')
  await waitFor(() => expect(number).toHaveAccessibleDescription(/With the country code/))
  await fill(number, '0151 23456789')
  await press('Save profile')
  await expectError(
    number,
    'Please enter the number with its country code, such as +49 1512 3456789',
  )
  await fill(number, '+49 1512 3456789')
  await press('Save profile')
  await waitFor(() => expect(number).not.toHaveAttribute('aria-invalid', 'true'))
})

test('a person without a password is sent back to set one first', async () => {
  const secret = await openProfile(await startDemoSchool())
  await choose('Domain', 'Web Development')
  await fill(await findField('Mobile number'), '5550001111')
  await fill(await findField('Date of birth'), '2000-02-29')
  await choose('Gender', 'female')
  await fill(await findField('Educational qualification'), 'BSc Physics')
  await fill(await findField('Address'), '1 Main Street, Bergen')
  await press('Save profile')
  const refusal = await screen.findByRole('alert')
  expect(refusal).toHaveTextContent('Please set a password first')
  // Failing to save a profile is logged (specification, section 8).
  expect(consoleErrors.splice(0).join()).toContain('Please set a password first')
  await follow('Set your password', within(refusal))
  expect(await findHeading('Set your password')).toHaveFocus()
  await expectAddress(`/set-password/${secret}`)
})

test('the login after the profile has the email filled in, and the toast stays with the old screen', async () => {
  const school = await startDemoSchool()
  const newcomer = await invite(school, 'advisor')
  await choosePassword(school, newcomer)
  await openScreen(school, { at: `/advisor/set-profile/${newcomer.secret}` })
  await fill(await findField('Mobile number'), '5550001111')
  await fill(await findField('Date of birth'), '2000-02-29')
  await choose('Gender', 'female')
  await fill(await findField('Educational qualification'), 'BSc Physics')
  await fill(await findField('Address'), '1 Main Street, Bergen')
  await press('Save profile')
  const said = 'Your profile is complete. You can sign in now.'
  await findToast(said)
  await expectAddress('/advisor/login')
  expect(await findField('Email')).toHaveValue(newcomer.email)
  await fill(await findField('Password'), password)
  // Toasts this old belong to the current screen.
  const now = performance.now() + 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  await press('Login')
  await findHeading('Home')
  await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  vi.restoreAllMocks()
})

/** Opens the profile of an invited reviewer, for whom an admin chose the domain Web. */
async function openReviewersProfile() {
  const school = await startEmptySchool()
  const [web, data] = [await makeDomain(school, 'Web'), await makeDomain(school, 'Data')]
  const { token } = await makePerson(school, 'admin')
  const newcomer = await invite(school, 'reviewer')
  const read = async () => (await school.call(listPeople.reviewer, { token }))[0]
  const id = (await read())?._id ?? ''
  const choose = (domain: { _id: string }) =>
    school.call(editPerson.reviewer, { token, body: { value: { id, domains: [domain._id] } } })
  await choose(web)
  await choosePassword(school, newcomer)
  await openScreen(school, { at: paths.setProfile('reviewer', newcomer.secret) })
  await screen.findByText(/you keep those your school has chosen/)
  return { web, data, choose, read }
}

async function completeReviewersProfile() {
  for (const [label, text] of [
    ['Mobile number', '5550001111'],
    ['Date of birth', '1999-05-17'],
    ['Educational qualification', 'BSc'],
    ['Address', '1 Main Street'],
  ] as const) {
    await fill(await findField(label), text)
  }
  await choose('Gender', 'female')
  await press('Save profile')
  await findToast('Your profile is complete. You can sign in now.')
}

test('a new reviewer starts with the domains an admin chose, and adds another', async () => {
  const { web, data, read } = await openReviewersProfile()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Domains' }))
  await userEvent.click(await screen.findByRole('option', { name: data.name }))
  await completeReviewersProfile()
  expect((await read())?.domains).toEqual([data, web])
})

test('domains that an admin changes while a new reviewer completes the profile stay so', async () => {
  const { data, choose, read } = await openReviewersProfile()
  await choose(data)
  await completeReviewersProfile()
  expect((await read())?.domains).toEqual([data])
})

test('a domain chosen with the invitation is shown and not asked for', async () => {
  const school = await startEmptySchool()
  const web = await makeDomain(school, 'Web Development')
  const { token } = await makePerson(school, 'admin')
  await openScreen(school, { as: { role: 'admin', token }, at: paths.addOneOf('student') })
  await fill(await findField('Name'), 'Nova Lindgren')
  await fill(await findField('Email'), 'nova@school.test')
  await choose('Domain', web.name)
  await press('Add user')
  await findToast('User added successfully.')
  const secret = (await school.linkTo('nova@school.test')).split('/').at(-1) ?? ''
  await school.call(setPassword.student, { params: { id: secret }, body: { password } })
  await openScreen(school, { at: paths.setProfile('student', secret) })
  await findHeading('Complete your profile')
  const domain = await findField('Domain')
  expect(domain).toHaveValue('Web Development')
  expect(domain).toHaveAttribute('readonly')
  for (const [label, value] of [
    ['Mobile number', '5550001111'],
    ['Date of birth', '1999-05-17'],
    ['Educational qualification', 'BSc'],
    ['Address', '1 Main Street'],
  ] as const) {
    await fill(await findField(label), value)
  }
  await choose('Gender', 'female')
  await press('Save profile')
  await findToast('Your profile is complete. You can sign in now.')
  const query = school.context.db.selectFrom('people').select('domain_id')
  const { domain_id } = await query
    .where('email', '=', 'nova@school.test')
    .executeTakeFirstOrThrow()
  expect(domain_id).toBe(web._id)
})
