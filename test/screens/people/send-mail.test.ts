import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { addPerson, blockUnblock, setPassword, setProfile } from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import { paths } from '#web/paths.ts'
import { makeProfile } from '../../accounts/onboard.ts'
import { makeDomain, makePerson } from '../../factories.ts'
import { answer, choose, fill, findDialog, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getCells,
} from '../queries.ts'
import { startEmptySchool } from '../school.ts'

const mailing = { smtpUrl: 'smtp://mail.school.test' }
const people = ['Ana', 'Bo', 'Cid'] as const
const emailOf = (name: string) => `${name.toLowerCase()}@x.test`

/** A school with three students who have not joined, and its list of students. */
async function begin(settings: Parameters<typeof startEmptySchool>[0] = {}) {
  const school = await startEmptySchool(settings)
  const { token } = await makePerson(school, 'admin')
  for (const name of people)
    await school.call(addPerson.student, { token, body: { name, email: emailOf(name) } })
  const as = { role: 'admin' as const, token }
  await openScreen(school, { as, at: paths.studentList })
  await findRows('students', 3)
  return { school, as }
}

const selectAll = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))

async function selectOne(name: string) {
  const row = (await findRows('students')).find((one) => getCells(one)[2]?.startsWith(name))
  if (!row) throw new Error(`${name} is not in the list`)
  await userEvent.click(within(row).getByRole('checkbox'))
}

const links = async () =>
  (await findRows('Invitation links')).map((row) => getCells(row).slice(0, 3))

const makeNew = (name: string) =>
  [
    `Make a new invitation for ${name}? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.`,
    'Yes, make a new link',
  ] as const
const makeThree = [
  'Make new invitations for 3 people? Older links stop working. No mail server is set up: no email is sent, and you share the new links yourself.',
  'Yes, make new links',
] as const

test('without a mail server ‘Send Mail’ to several people promises no email and shows their new links', async () => {
  const { school } = await begin()
  await selectAll()
  await press('Send Mail (3)', await findRegion('Selected people'))
  await answer(...makeThree)
  await findToast('New links for 3 people. No email was sent: share them yourself.')
  expect(await findHeading('Students')).toHaveFocus()
  const fresh = await Promise.all(
    people.map(async (name) => [name, emailOf(name), await school.linkTo(emailOf(name))]),
  )
  expect((await links()).toSorted()).toEqual(fresh)
  await (await findRegion('Invitation links')).findByText(/no email was sent/)
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Save as CSV')
  const [saved] = made.mock.calls[0] ?? []
  expect(saved instanceof Blob && (await saved.text())).toContain(fresh[2]?.[2])
  await press('Close', await findRegion('Invitation links'))
  expect(screen.queryByRole('region', { name: 'Invitation links' })).toBeNull()
})

test('links of an earlier ‘Send Mail’ stay, and a renewed one replaces the dead one', async () => {
  const { school } = await begin()
  for (const name of ['Ana', 'Bo', 'Ana']) {
    await selectOne(name)
    await press('Send Mail (1)', await findRegion('Selected people'))
    await answer(...makeNew(name))
    await findToast(`New link for ${name}. No email was sent: share it yourself.`)
  }
  await waitFor(async () =>
    expect(await links()).toEqual([
      ['Bo', 'bo@x.test', await school.linkTo('bo@x.test')],
      ['Ana', 'ana@x.test', await school.linkTo('ana@x.test')],
    ]),
  )
})

test('leaving links that are not saved or all copied asks first', async () => {
  await begin()
  await selectAll()
  await press('Send Mail (3)', await findRegion('Selected people'))
  await answer(...makeThree)
  await findRegion('Invitation links')
  const question = 'The links are not saved and will be lost.'
  await goTo('Advisors')
  await answer(question, 'Cancel')
  await press('Copy link for Ana')
  await press('Copy link for Bo')
  await goTo('Advisors')
  await answer(question, 'Cancel')
  await press('Copy link for Cid')
  await screen.findByRole('button', { name: 'Close' })
  await goTo('Advisors')
  await expectAddress(paths.advisorList)
})

test('with a mail server ‘Send Mail’ says that an email was sent, and shows no links', async () => {
  await begin(mailing)
  await selectAll()
  await press('Send Mail (3)', await findRegion('Selected people'))
  await answer('Send 3 people a new invitation? Older links stop working.', 'Yes, send email')
  await findToast('Email sent to 3 people.')
  expect(screen.queryByRole('region', { name: 'Invitation links' })).toBeNull()
})

test('with a mail server ‘Send Mail’ to one person says that the email has the same link', async () => {
  const { school } = await begin(mailing)
  await press('Send Mail', within((await findRows('students'))[0] ?? document.body))
  await answer('Send Ana a new invitation? Older links stop working.', 'Yes, send email')
  const sent = within(await screen.findByRole('dialog', { name: 'Invitation sent' }))
  await sent.findByText(/^The invitation email contains the same link\./)
  expect(await findField('Invitation link for Ana')).toHaveValue(await school.linkTo('ana@x.test'))
})

test.each([false, true])(
  '‘Send Mail’ to somebody who has just joined says so and changes nothing, blocked: %s',
  async (isBlocked) => {
    const { school, as } = await begin()
    const { token } = as
    const domain = await makeDomain(school)
    await press('Send Mail', within((await findRows('students'))[0] ?? document.body))
    await findDialog()
    const params = { id: (await school.linkTo('ana@x.test')).split('/').at(-1) ?? '' }
    await school.call(setPassword.student, { params, body: { password: 'a long-kept secret' } })
    await school.call(setProfile.student, { params, body: makeProfile([domain]) })
    const [ana] = await school.call(listPeople.student, { token })
    const block = { id: ana?._id ?? '', action: 'block' } as const
    if (isBlocked) await school.call(blockUnblock.student, { token, body: block })
    await answer(...makeNew('Ana'))
    await screen.findByText('This person has already joined.')
    const [after] = await school.call(listPeople.student, { token })
    expect(after).toMatchObject({ name: 'Ana', isProfileVerified: true, isBlocked })
  },
)

test('without a mail server another role or email promises no email, and shows the new link', async () => {
  const { school, as } = await begin()
  const [ana] = await school.call(listPeople.student, { token: as.token })
  if (!ana) throw new Error('Ana is not in the list')
  await openScreen(school, { as, at: paths.person('student', ana._id) })
  await press('Edit details…')
  const form = await findDialog()
  await fill(await form.findByRole('textbox', { name: 'Email' }), 'ana@new.test')
  await form.findByText('You get a new invitation link. The older one stops working.')
  await press('Save', form)
  const made = within(await screen.findByRole('dialog', { name: 'New invitation link' }))
  const link = await made.findByLabelText('Invitation link for Ana')
  expect(link).toHaveValue(await school.linkTo('ana@new.test'))
  await press('Close', made)
  await press('More for Ana')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change role' }))
  await screen.findByText(/^No mail server is set up: you get a new link/)
  await choose('Invite Ana as', 'Reviewer')
  await press('Make a new link')
  const changed = await screen.findByRole('dialog', { name: 'New invitation link' })
  await waitFor(async () =>
    expect(within(changed).getByLabelText('Invitation link for Ana')).toHaveValue(
      await school.linkTo('ana@new.test'),
    ),
  )
})

test('without a mail server, adding a person again after revoking shows the new link', async () => {
  const { school } = await begin()
  await press('More for Ana')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke invitation' }))
  await press('Yes, revoke it', await findDialog())
  await findToast('Ana’s invitation is revoked.')
  await press('Undo', within(await screen.findByRole('alert')))
  await findToast('Ana is added again.')
  expect(await findField('Invitation link for Ana')).toHaveValue(await school.linkTo('ana@x.test'))
})

test.each([
  {
    settings: {},
    question:
      'Create a link for Dee to set a new password? The current one keeps working until then. No mail server is set up: no email is sent, and only your server administrator can pass on the link.',
    confirm: 'Yes, create it',
    done: 'Link created. Your server administrator can pass it on.',
  },
  {
    settings: mailing,
    question:
      'Send Dee an email to dee@x.test with a link to set a new password? The current one keeps working until then.',
    confirm: 'Yes, send it',
    done: 'A password reset link is on its way.',
  },
])('‘Reset password’ promises an email only with a mail server: $confirm', async (said) => {
  const school = await startEmptySchool(said.settings)
  const { token } = await makePerson(school, 'admin')
  await makePerson(school, 'student', { name: 'Dee', email: 'dee@x.test' })
  await openScreen(school, { as: { role: 'admin', token }, at: paths.studentList })
  await press('More for Dee')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset password' }))
  await answer(said.question, said.confirm)
  await findToast(said.done)
})
