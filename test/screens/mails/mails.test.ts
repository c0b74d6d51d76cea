import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { listMails, sendTestMail } from '#contract/mails.ts'
import { press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findRows, getCells, getColumnHeaders } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

test('an email’s date is relative, with the full date as a tooltip', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  await school.call(sendTestMail, { token, body: { to: 'new@school.test' } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/mails?search=new@school' })
  const [row] = await findRows('Emails', 1)
  expect(getCells(row)[2]).toMatch(/^Today, \d+:\d\d [AP]M$/)
  expect(row?.querySelector('time')?.title).toMatch(/^Mon 2 Mar 2026, /)
})

test('an email shows its recipient first, and the test email form opens with the focus in its field', async () => {
  await openScreen(await startDemoSchool(), { as: 'admin', at: '/admin/mails' })
  expect((await getColumnHeaders('Emails')).slice(0, 2)).toEqual(['To', 'Email'])
  expect(screen.queryByLabelText('Send a test email to')).toBeNull()
  await press('Send a test email')
  await waitFor(async () => expect(await findField('Send a test email to')).toHaveFocus())
  await press('Send a test email')
  expect(screen.queryByLabelText('Send a test email to')).toBeNull()
  expect(screen.getByRole('button', { name: 'Send a test email' })).toHaveFocus()
})

test('a recipient’s name links to the person, in the list and at home', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const [mail] = await school.call(listMails, { token, query: { state: 'failed' } })
  const { _id, role } = mail?.person ?? { _id: '', role: 'admin' }
  const path = `/admin/person/${role}/${_id}`
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/mails?state=failed' })
  const [row = document.body] = await findRows('Emails', 1)
  expect(within(row).getByRole('link')).toHaveAttribute('href', path)
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const [shownRow = document.body] = await findRows('Emails not delivered', 1)
  expect(within(shownRow).getByRole('link')).toHaveAttribute('href', path)
})
