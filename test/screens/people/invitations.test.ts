import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { makePerson } from '../../factories.ts'
import { answer, choose, findDialog, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findHeading, findRows, findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

const mailing = { smtpUrl: 'smtp://mail.school.test' }
const nova = { name: 'Nova Lind', email: 'nova@school.test' }

async function inviteNova(settings: Parameters<typeof startEmptySchool>[0] = {}) {
  const school = await startEmptySchool(settings)
  const { token } = await makePerson(school, 'admin')
  await makePerson(school, 'student', { name: 'Lars Kim' })
  await school.call(addPerson.student, { token, body: nova })
  const people = school.context.db.selectFrom('people').select('id')
  const { id } = await people.where('email', '=', nova.email).executeTakeFirstOrThrow()
  return { school, as: { role: 'admin' as const, token }, id }
}

async function openMenuByKeyboard(item: string) {
  ;(await screen.findByRole('button', { name: `More for ${nova.name}` })).focus()
  await userEvent.keyboard('{Enter}')
  const found = await screen.findByRole('menuitem', { name: item })
  await waitFor(() => expect(document.activeElement?.role).toBe('menuitem'))
  while (document.activeElement !== found) await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
}

const question =
  'Revoke the invitation of Nova Lind to nova@school.test? The link stops working, and Nova Lind is removed from the list.'

test('an admin revokes an invitation from the list by keyboard, and adds the person again', async () => {
  const { school, as } = await inviteNova(mailing)
  await openScreen(school, { as, at: paths.studentList })
  await findRows('students', 2)
  await openMenuByKeyboard('Revoke invitation')
  await answer(question, 'Cancel')
  await findRows('students', 2)
  await openMenuByKeyboard('Revoke invitation')
  await answer(question, 'Yes, revoke it')
  await findToast('Nova Lind’s invitation is revoked.')
  await findRows('students', 1)
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Invitation sent to nova@school.test.')
  await findRows('students', 2)
})

test('a person’s page leads back to the list when the invitation is revoked', async () => {
  const { school, as, id } = await inviteNova()
  await openScreen(school, { as, at: paths.person('student', id) })
  await findHeading(nova.name)
  await openMenuByKeyboard('Revoke invitation')
  await answer(question, 'Yes, revoke it')
  await expectAddress(paths.studentList)
  await findRows('students', 1)
  await findToast('Nova Lind’s invitation is revoked.')
  expect(screen.queryByText(/does not exist/)).toBeNull()
})

test('‘Add user’ opens with the role of the list', async () => {
  const { school, as } = await inviteNova()
  await openScreen(school, { as, at: paths.advisorList })
  await screen.findByText('Nobody has been added yet.')
  await follow('Add user', within(await screen.findByRole('main')))
  expect(await screen.findByRole('combobox', { name: 'Role' })).toHaveValue('Advisor')
})

test('an admin invites a person with another role from their page', async () => {
  const { school, as, id } = await inviteNova(mailing)
  await openScreen(school, { as, at: paths.person('student', id) })
  await findHeading(nova.name)
  await openMenuByKeyboard('Change role')
  const form = await findDialog()
  await form.findByText('nova@school.test gets a new email. The link in the old one stops working.')
  await choose('Invite Nova Lind as', 'Reviewer')
  await press('Send invitation', form)
  const link = await findField('Invitation link for Nova Lind')
  expect(link).toHaveValue(await school.linkTo(nova.email))
  await expectAddress(paths.person('reviewer', id))
})
