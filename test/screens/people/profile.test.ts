import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getProfile } from '#contract/people/profile.ts'
import { basePath, profileRoles } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectError, findField, findRegion, findToast, getFacts } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const { password } = demoLogins.student
const newPassword = 'a better secret'

/** Fills in both passwords and clicks the button a second time. */
async function changePassword(oldpass: string, newpass: string): Promise<void> {
  await fill(await findField('Old password'), oldpass)
  await fill(await findField('New password'), newpass)
  await press('Change password')
}

for (const role of profileRoles) {
  const at = `${basePath[role]}/profile`

  test(`the ${role} profile lets its owner change number and address, and nothing else`, async () => {
    const school = await startDemoSchool()
    const token = await school.tokenOf(role)
    const profile = await school.call(getProfile[role], { token })
    const as = { role, token }
    await openScreen(school, { as, at })
    const card = await findRegion(profile.name)
    await card.findByText(profile.email)
    const before = getFacts(card)
    expect(before).toMatchObject({
      'Mobile number': profile.number,
      Address: profile.address,
      Gender: profile.gender,
      'Educational qualification': profile.qualification,
      ...(role === 'student' ? { Domain: 'Web Development', Week: '05' } : {}),
    })
    expect(card.queryAllByRole('textbox')).toEqual([])

    await press('Edit', card)
    await waitFor(async () => expect(await findField('Mobile number')).toHaveFocus())
    expect(await findField('Mobile number')).toHaveValue(profile.number ?? '')
    expect(card.getAllByRole('textbox')).toHaveLength(2)
    await fill(await findField('Mobile number'), '5550001111')
    await fill(await findField('Address'), '7 Harbour Road, Bergen')
    await press('Save', card)
    await findToast('Profile update successfully.')
    expect(await card.findByRole('button', { name: 'Edit' })).toHaveFocus()
    await openScreen(school, { as, at })
    const again = await findRegion(profile.name)
    await again.findByText('7 Harbour Road, Bergen')
    expect(getFacts(again)).toEqual({
      ...before,
      'Mobile number': '5550001111',
      Address: '7 Harbour Road, Bergen',
    })
  })
}

test('in an international school a number is formatted as in its country', async () => {
  const school = await startDemoSchool({ phoneNumbers: 'international' })
  const token = await school.tokenOf('student')
  await openScreen(school, { as: { role: 'student', token }, at: '/profile' })
  const card = await findRegion('Amara Okafor')
  await press('Edit', card)
  // The old number stays valid.
  await fill(await findField('Address'), '7 Harbour Road, Bergen')
  await press('Save', card)
  await findToast('Profile update successfully.')
  await press('Edit', card)
  const number = await findField('Mobile number')
  await fill(number, '+49 15')
  await press('Save', card)
  await expectError(
    number,
    'Please enter the number with its country code, such as +49 1512 3456789',
  )
  await fill(number, '+4915123456789')
  await press('Save', card)
  await waitFor(() => expect(getFacts(card)).toMatchObject({ 'Mobile number': '+49 1512 3456789' }))
})

test('an invalid number or address shows an error at its field, and cancelling keeps the old one', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/profile' })
  const card = await findRegion('Amara Okafor')
  await press('Edit', card)
  const number = await findField('Mobile number')
  for (const [typed, message] of [
    ['', 'Mobile number is required'],
    ['555000111', 'Must be at least 10 numbers'],
    ['55500011112', 'Must be at less than 10 numbers'],
  ] as const) {
    await fill(number, typed)
    await press('Save', card)
    await expectError(number, message)
    expect(number).toHaveFocus()
  }
  await fill(number, '5550001111')
  await fill(await findField('Address'), '  ')
  await press('Save', card)
  await expectError(await findField('Address'), 'Address is required')
  await press('Cancel', card)
  await card.findByRole('button', { name: 'Edit' })
  expect(card.queryByText('5550001111')).toBeNull()
})

test('a wrong old password and a short new one show errors at their fields', async () => {
  await openScreen(await startDemoSchool(), { as: 'student', at: '/profile' })
  await press('Change password')
  await changePassword('', '')
  await expectError(await findField('Old password'), 'please enter your password')
  await expectError(await findField('New password'), 'please enter vaild password')
  await changePassword(password, 'seven77')
  await expectError(await findField('New password'), 'Passwords should be 8 characters long')
  await changePassword('not the password', newPassword)
  await expectError(await findField('Old password'), 'Old password is not same')
  await findToast('error')
  expect(await findField('New password')).toHaveValue(newPassword)

  const card = within(screen.getByLabelText('Old password').closest('form') ?? document.body)
  const labels = ['Old password', 'New password']
  for (const label of labels) expect(await findField(label)).toHaveAttribute('type', 'password')
  await userEvent.click(card.getByRole('button', { name: 'Show what you type' }))
  for (const label of labels) expect(await findField(label)).toHaveAttribute('type', 'text')
})

test('a common new password shows an error at its field', async () => {
  await openScreen(await startDemoSchool(), { as: 'advisor', at: '/advisor/profile' })
  await press('Change password')
  await changePassword(demoLogins.advisor.password, 'Sunshine1')
  await expectError(
    await findField('New password'),
    'This password is too common. Please choose another.',
  )
  expect(await findField('New password')).toHaveFocus()
})
