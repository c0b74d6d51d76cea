import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { choose, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findRegion, findRows, getCells, getTexts } from '../queries.ts'
import { type School, startEmptySchool } from '../school.ts'

/** Reviews held on successive days from a day on, by one reviewer. */
async function hold(
  school: School,
  { reviewer, domain, week, count, code, from }: Held,
): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const student = await makePerson(school, 'student', { domain })
    const slot = await makeSlot(school, reviewer, from + nth * dayMs)
    const dueAt = from + nth * dayMs - 2 * dayMs
    const id = await makeReview(school, { student, slot, week, dueAt, conducted: true })
    const marks = { code, theory: code }
    await school.context.db.updateTable('reviews').set(marks).where('id', '=', id).execute()
  }
}
type Someone = { _id: string }
type Held = Record<'week' | 'count' | 'code' | 'from', number> &
  Record<'reviewer' | 'domain', Someone>

async function start() {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  const [web, data] = [await makeDomain(school, 'Web'), await makeDomain(school, 'Data')]
  const [ana, ben, cy] = [
    await makePerson(school, 'reviewer', { name: 'Ana' }),
    await makePerson(school, 'reviewer', { name: 'Ben' }),
    await makePerson(school, 'reviewer', { name: 'Cy' }),
  ]
  const from = monday - 60 * dayMs
  await hold(school, { reviewer: ana, domain: web, week: 1, count: 20, code: 80, from })
  await hold(school, { reviewer: ben, domain: web, week: 2, count: 20, code: 60, from })
  await hold(school, { reviewer: cy, domain: data, week: 2, count: 3, code: 100, from })
  const as = { role: 'admin', token } as const
  return { school, as, web, ana }
}

test('each chart states its finding, and has its numbers as a table and a file', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/insight' })
  await findRegion('Nobody repeats a week')
  await findRegion('There were no no-shows')
  await findRegion('Week 01 is latest: reviews held 2 days after the due date')
  const marks = await findRegion('Week 02 has the lowest marks: 60 in code, 60 in theory')
  await userEvent.click(marks.getByText('Show as a table'))
  expect(
    (await findRows('Week 02 has the lowest marks: 60 in code, 60 in theory')).map(getCells),
  ).toEqual([
    ['01', '20', '80', '80'],
    ['02', '23', '60', '60'],
  ])
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Download as a file', marks)
  const [file] = made.mock.calls[0] ?? []
  expect(await (file as Blob).text()).toBe(
    '\uFEFFWeek,Reviews,Code,Theory\r\n1,20,80,80\r\n2,23,60,60\r\n',
  )
})

test('reviewers are compared with the school from 20 reviews on; others stand apart', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/insight' })
  const marks = await findRegion(/^Ben marks 12\.\d below the school’s mean$/)
  expect(getTexts(marks.getAllByRole('listitem'))).toEqual([
    'The school43 reviews 72.1',
    'Ana+7.9, 20 reviews 80',
    'Ben-12.1, 20 reviews 60',
  ])
  marks.getByText('Too few to compare: Cy (3)')
  const load = await findRegion('2 of 3 reviewers hold half of the reviews')
  expect(getTexts(load.getAllByRole('listitem'))[0]).toBe('Ana0\u00a0min 20 reviews')
})

test('days and a domain in the address narrow the reviews, and can be lifted', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/insight' })
  await choose('Domain', 'Data')
  await expectAddress(/^\/admin\/insight\?domain=/)
  await findRegion('Cy holds all reviews')
  await fill(await findField('Held from'), '2026-03-01')
  await screen.findByText('No reviews were held then.')
  await press('Show all reviews')
  await expectAddress('/admin/insight')
  await findRegion('2 of 3 reviewers hold half of the reviews')
})

test('a school without reviews is told that none were held', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/insight' })
  await screen.findByText('No reviews have been held yet.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show all reviews' })).toBeNull())
  expect(within(document.body).queryByRole('region')).toBeNull()
})
