import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { demoLogins } from '#contract/school.ts'
import { choose, fill, goTo, press } from '../do.ts'
import { openScreen } from '../open-screen.tsx'
import { demoSchool } from '../school.ts'
import { region, toast } from '../see.ts'

test('a person without a name or a good address is not added', async () => {
  await openScreen(await demoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await region('ADD USER')
  for (const [name, email, messages] of [
    ['', '', ['Name is required', 'Email is required']],
    ['   ', 'nova@school', ['Name is required', 'Invalid email']],
    ['Nova Lindgren', 'nova.school.test', ['Invalid email']],
  ] as const) {
    await fill(form.getByLabelText(/Name/), name)
    await fill(form.getByLabelText(/Email/), email)
    await press('Add user')
    await waitFor(() =>
      expect(form.getAllByText(/is required|Invalid/)).toHaveLength(messages.length),
    )
    for (const message of messages) form.getByText(message)
  }
  expect(form.getByLabelText(/Email/)).toHaveFocus()
  await goTo('Student')
  await fill(await screen.findByLabelText('Search by name'), 'Nova Lindgren')
  await screen.findByText('Nobody fits this search.')
})

test('an email that somebody has already is refused, whatever its role and letters', async () => {
  await openScreen(await demoSchool(), { as: 'admin', at: '/admin/add-user' })
  const form = await region('ADD USER')
  await fill(form.getByLabelText(/Name/), 'Somebody Else')
  await fill(form.getByLabelText(/Email/), demoLogins.reviewer.email.toUpperCase())
  await choose('Role', 'Student')
  await press('Add user')
  await form.findByText('This email is already in use')
  await toast('This email is already in use')
  await waitFor(() => expect(form.getByLabelText(/Email/)).toHaveFocus())
  expect(form.getByLabelText(/Name/)).toHaveValue('Somebody Else')
})
