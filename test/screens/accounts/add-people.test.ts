import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { choose, fill, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
} from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('adding a person requires a name and a valid email', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await findRegion('ADD USER')
  for (const [name, email, messages] of [
    ['', '', ['Name is required', 'Email is required']],
    ['   ', 'nova@school', ['Name is required', 'Invalid email']],
    ['Nova Lindgren', 'nova.school.test', ['Invalid email']],
  ] as const) {
    await fill(await findField('Name'), name)
    await fill(await findField('Email'), email)
    await press('Add user')
    for (const message of messages) await form.findByText(message)
    expect(form.getAllByText(/is required|Invalid/)).toHaveLength(messages.length)
  }
  expect(await findField('Email')).toHaveFocus()
  await goTo('Student')
  await fill(await findField('Search by name'), 'Nova Lindgren')
  await screen.findByText('No people match this search.')
})

test('a new advisor is listed as not verified, and the invitation link is shown', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/add-user' })
  await fill(await findField('Name'), 'Aldo Ferri')
  await fill(await findField('Email'), 'Aldo@Newcomers.test')
  await choose('Role', 'Advisor')
  await press('Add user')
  await findToast('User added successfully.')
  const link = await school.linkTo('aldo@newcomers.test')
  expect(await findField('Invitation link for Aldo Ferri')).toHaveValue(link)
  expect(await findField('Name')).toHaveValue('')
  await goTo('Advisors')
  await fill(await findField('Search by name'), 'aldo')
  const [aldo] = await findRows('advisors', 1)
  expect(aldo).toHaveTextContent('No')

  await openScreen(school, { at: new URL(link).pathname })
  await findHeading('Set your password')
  await expectAddress(/^\/advisor\/set-password\//)
})

test('an email in use is refused, whatever its role and case', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await findRegion('ADD USER')
  await fill(await findField('Name'), 'Somebody Else')
  await fill(await findField('Email'), demoLogins.reviewer.email.toUpperCase())
  await choose('Role', 'Student')
  await press('Add user')
  await form.findByText('This email is already in use')
  await findToast('This email is already in use')
  await waitFor(async () => expect(await findField('Email')).toHaveFocus())
  expect(await findField('Name')).toHaveValue('Somebody Else')
  // The field and the toast say it; the form does not repeat it.
  expect(form.queryByText('Nobody was added.')).toBeNull()
  await fill(await findField('Email'), 'somebody.else@newcomers.test')
  await press('Add user')
  await findToast('User added successfully.')
  await waitFor(() => expect(screen.queryByText('This email is already in use')).toBeNull())
})
