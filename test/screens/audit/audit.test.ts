import { screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { addDomain } from '#contract/domains/domains.ts'
import type { AuditKind } from '#contract/kit/kinds/audited-row-kind.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { unauditedColumns } from '#server/database/tables.ts'
import { fieldLabels } from '#web/audit/fields.ts'
import { choose, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findRows } from '../queries.ts'
import { startDemoSchool, startEmptySchool } from '../school.ts'

test('an admin finds in the audit log who added a domain, and what else was done', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  await school.call(login.student, { body: demoLogins.student })
  await school.call(addDomain, { token, body: { name: 'Robotics' } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/trail' })
  const signedIn = () => screen.findAllByText(/signed in$/)
  await signedIn()
  await screen.findByRole('heading', { level: 2, name: 'Today' })

  await choose('About', 'Domains')
  const [line = document.body] = await findRows('Changes', 1)
  expect(line).toHaveTextContent('Grace Bennett added the domain Robotics')
  expect(within(line).getByRole('link', { name: 'Robotics' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\/week-list\//),
  )
  expect(within(line).queryByText(/POST/)).toBeNull()
  await userEvent.click(within(line).getByText('Details'))
  await within(line).findByText('Grace Bennett (admin, admin@weekward.test)')
  await within(line).findByText(/POST \/admin\/add-domain/)

  await fill(await findField('Search by person'), 'nobody of that name')
  await screen.findByText('No changes match this search.')
  await press('Show all changes')
  await signedIn()
})

test('a decision is one entry, starting with how the student goes on, with the rest collapsed', async () => {
  const school = await startDemoSchool()
  const advisor = await school.tokenOf('advisor')
  const asked = { token: advisor, query: { status: 'conducted', open: 'true' } } as const
  const [review] = await school.call(listReviews.advisor, asked)
  if (!review) throw new Error('no review waits for a decision')
  const body = { id: review._id, value: { status: 'next-week' } } as const
  await school.call(createReview.advisor, { token: advisor, body })
  await openScreen(school, { as: 'admin', at: '/admin/trail' })
  const name = review.student.name
  const entryOf = async (said: string) =>
    (await findRows('Changes')).find(({ textContent }) => textContent.includes(said))
  const next = formatWeekNumber(review.week + 1)
  const entry = await entryOf(`Henrik Lindqvist moved ${name} on to week ${next}`)
  const [way] = within(entry ?? document.body).getAllByRole('link', { name: `week ${next}` })
  expect(way).toHaveAttribute('href', expect.stringMatching(/^\/admin\/review-details\//))
  const rest = within(entry ?? document.body)
    .getByText('and 2 more')
    .closest('details')
  expect(rest).not.toHaveAttribute('open')
  expect(rest).toHaveTextContent(`opened the week ${next} review for ${name}`)
  const token = await school.tokenOf('admin')
  const lines = await school.call(listAuditLog, { token })
  const ofCall = lines.filter(({ call }) => call.includes('review'))
  expect(ofCall).toHaveLength(3)

  const undo = { value: { reviewId: review._id } }
  await school.call(undoDecision.advisor, { token: advisor, body: undo })
  await openScreen(school, { as: 'admin', at: '/admin/trail' })
  const decision = `the decision on ${name}’s week ${formatWeekNumber(review.week)} review`
  expect(await entryOf(`Henrik Lindqvist undid ${decision}`)).toBeDefined()
})

test('before old records are deleted for the first time, the admin home announces the date', async () => {
  const school = await startDemoSchool()
  const value = String(Date.parse('2100-05-03T12:00:00Z'))
  await school.context.db.insertInto('facts').values({ name: 'deletes from', value }).execute()
  await openScreen(school, { as: 'admin', at: '/admin' })
  await screen.findByRole('region', { name: /old records are deleted/ })
  await screen.findByText(/From Mon 3 May 2100 on, old records are deleted/)
  await screen.findByText(/The audit log is kept for 730 days/)
})

test('every column in the audit log has the label that screens use', async () => {
  const { context } = await startEmptySchool()
  const tables = await context.db.introspection.getTables()
  const derived: Record<string, readonly string[]> = unauditedColumns
  const missing = tables.flatMap(({ name, columns }) => {
    const known = fieldLabels[name as AuditKind] // Where it is none, it has no names.
    if (known === undefined) return []
    const unsaid = ['id', ...(derived[name] ?? [])]
    return columns
      .filter((column) => !(column.name in known) && !unsaid.includes(column.name))
      .map((column) => `${name}.${column.name}`)
  })
  expect(missing).toEqual([])
})
