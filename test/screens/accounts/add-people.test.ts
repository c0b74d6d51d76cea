import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { demoLogins } from '#contract/school/school.ts'
import { choose, fill, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, field, heading, region, rows, toast } from '../queries.ts'
import { demoSchool } from '../school.ts'

test('adding a person requires a name and a valid email', async () => {
  await openScreen(await demoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await region('ADD USER')
  for (const [name, email, messages] of [
    ['', '', ['Name is required', 'Email is required']],
    ['   ', 'nova@school', ['Name is required', 'Invalid email']],
    ['Nova Lindgren', 'nova.school.test', ['Invalid email']],
  ] as const) {
    await fill(await field('Name'), name)
    await fill(await field('Email'), email)
    await press('Add user')
    for (const message of messages) await form.findByText(message)
    expect(form.getAllByText(/is required|Invalid/)).toHaveLength(messages.length)
  }
  expect(await field('Email')).toHaveFocus()
  await goTo('Student')
  await fill(await field('Search by name'), 'Nova Lindgren')
  await screen.findByText('No people match this search.')
})

test('a new advisor is listed as not verified, and the invitation link is shown', async () => {
  const school = await demoSchool()
  await openScreen(school, { as: 'admin', at: '/admin/add-user' })
  await fill(await field('Name'), 'Aldo Ferri')
  await fill(await field('Email'), 'Aldo@Newcomers.test')
  await choose('Role', 'Advisor')
  await press('Add user')
  await toast('User added successfully.')
  const link = await school.linkTo('aldo@newcomers.test')
  expect(await field('Invitation link for Aldo Ferri')).toHaveValue(link)
  expect(await field('Name')).toHaveValue('')
  await goTo('Advisors')
  await fill(await field('Search by name'), 'aldo')
  const [aldo] = await rows('advisors', 1)
  expect(aldo).toHaveTextContent('No')

  await openScreen(school, { at: new URL(link).pathname })
  await heading('Set your password')
  await expectAddress(/^\/advisor\/set-password\//)
})

test('an email in use is refused, whatever its role and case', async () => {
  await openScreen(await demoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await region('ADD USER')
  await fill(await field('Name'), 'Somebody Else')
  await fill(await field('Email'), demoLogins.reviewer.email.toUpperCase())
  await choose('Role', 'Student')
  await press('Add user')
  await form.findByText('This email is already in use')
  await toast('This email is already in use')
  await waitFor(async () => expect(await field('Email')).toHaveFocus())
  expect(await field('Name')).toHaveValue('Somebody Else')
  // The field and the toast say it; the form does not repeat it.
  expect(form.queryByText('Nobody was added.')).toBeNull()
  await fill(await field('Email'), 'somebody.else@newcomers.test')
  await press('Add user')
  await toast('User added successfully.')
  await waitFor(() => expect(screen.queryByText('This email is already in use')).toBeNull())
})
