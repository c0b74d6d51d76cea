import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson } from '../../factories.ts'
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

test('a person who is added again has the week, advisor and domains that were chosen for them', async () => {
  const { school, as, id } = await inviteNova()
  const { token } = as
  const advisor = await makePerson(school, 'advisor', { name: 'Ada Berg' })
  const ravi = { name: 'Ravi', email: 'ravi@school.test' }
  await school.call(addPerson.reviewer, { token, body: ravi })
  const [reviewer] = await school.call(listPeople.reviewer, { token })
  const domain = await makeDomain(school, 'Web')
  const chosen = { id, week: 4, advisor: advisor._id, domain: domain._id }
  await school.call(editPerson.student, { token, body: { value: chosen } })
  const reviewed = { id: reviewer?._id ?? '', domains: [domain._id] }
  await school.call(editPerson.reviewer, { token, body: { value: reviewed } })
  const read = async (role: 'student' | 'reviewer', name: string) => {
    const [found] = await school.call(listPeople[role], { token, query: { search: name } })
    return found && school.call(getPerson, { token, query: { id: found._id } })
  }
  for (const [role, name] of [
    ['student', nova.name],
    ['reviewer', ravi.name],
  ] as const) {
    const before = await read(role, name)
    await openScreen(school, { as, at: paths[`${role}List`] })
    await press(`More for ${name}`)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke invitation' }))
    await press('Yes, revoke it', await findDialog())
    await press('Undo', within(await screen.findByRole('alert')))
    await findToast(`${name} is added again.`)
    const { week, firstAdvisor, domains } = before ?? {}
    expect(domains).toEqual([domain])
    expect(await read(role, name)).toMatchObject({ week, firstAdvisor, domains })
  }
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
