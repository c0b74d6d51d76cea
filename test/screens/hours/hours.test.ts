import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { monday } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { choose, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findHeading, findRows, getCells, getTexts } from '../queries.ts'
import { type School, startEmptySchool } from '../school.ts'
import { consoleErrors } from '../set-up.ts'

type Someone = { _id: string }

async function hold(
  school: School,
  {
    reviewer,
    student,
    at,
    minutes,
  }: { reviewer: Someone; student: Someone; at: number; minutes: number },
): Promise<void> {
  const slot = await makeSlot(school, reviewer, at)
  const review_id = await makeReview(school, { student, slot, conducted: true })
  const together = { together_ms: minutes * minuteMs, met_at: at, early_ms: 0 }
  await school.context.db
    .insertInto('call_presence')
    .values({ review_id, here: '[]', last_at: at, held_at: at, ...together })
    .execute()
}

async function start() {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  const [web, data] = [await makeDomain(school, 'Web'), await makeDomain(school, 'Data')]
  const priya = await makePerson(school, 'reviewer', { name: 'Priya' })
  const ana = await makePerson(school, 'reviewer', { name: 'Ana' })
  const student = await makePerson(school, 'student', { domain: web })
  const other = await makePerson(school, 'student', { domain: data })
  await hold(school, { reviewer: priya, student, at: monday, minutes: 45 })
  await hold(school, { reviewer: priya, student: other, at: monday + dayMs, minutes: 40 })
  await hold(school, { reviewer: ana, student, at: monday, minutes: 20 })
  // The first night of February in Berlin, where the school is.
  const at = Date.parse('2026-01-31T23:30:00Z')
  await hold(school, { reviewer: ana, student, at, minutes: 30 })
  return { school, as: { role: 'admin', token } as const, priya }
}

test('an admin reads each reviewer’s hours of a month, by day, and takes them as a file', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/hours' })
  await screen.findByText('2 reviewers held 3 reviews in 1 h 45 min, March 2026')
  expect((await findRows('Hours by reviewer')).map(getCells)).toEqual([
    ['Ana', '1', '20\u00a0min', ''],
    ['Priya', '2', '1\u00a0h 25\u00a0min', ''],
  ])
  expect((await findRows('Hours by day', 3)).map(getCells)[2]).toEqual([
    ...['Tue 3 Mar 2026', 'Priya', 'Data', '1', '40\u00a0min', ''],
  ])
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download as a file' }))
  const [file] = made.mock.calls[0] ?? []
  const lines = (await (file as Blob).text()).split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFdate,reviewer,email,domain,held,minutes,studentNoShows,reviewerNoShows,withoutTimes',
  )
  expect(lines).toHaveLength(5)
})

test('domains and reviewers are sorted by name, with the numbers in names as numbers', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  for (const [index, name] of ['Zen', 'äther', 'Level 10', 'Level 2'].entries()) {
    const student = await makePerson(school, 'student', { domain: await makeDomain(school, name) })
    const reviewer = await makePerson(school, 'reviewer', { name: `Ana ${12 - index}` })
    await hold(school, { reviewer, student, at: monday, minutes: 20 })
  }
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin/hours' })
  const names = async (field: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: field }))
    const options = getTexts(await screen.findAllByRole('option'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    return options
  }
  await findRows('Hours by reviewer', 4)
  expect(await names('Domain')).toEqual(['All domains', 'äther', 'Level 2', 'Level 10', 'Zen'])
  expect(await names('Reviewer')).toEqual(['All reviewers', 'Ana 9', 'Ana 10', 'Ana 11', 'Ana 12'])
})

test('another month, other days and a domain stand in the address', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/hours' })
  await choose('Month', 'February 2026')
  await expectAddress('/admin/hours?from=2026-02-01&to=2026-02-28')
  await screen.findByText('1 reviewer held 1 review in 30 min, February 2026')
  fireEvent.input(await findField('Last day'), { target: { value: '2026-03-02' } })
  await screen.findByText(
    '2 reviewers held 3 reviews in 1 h 35 min, Sun 1 Feb 2026 to Mon 2 Mar 2026',
  )
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveValue('Other days')
  await choose('Month', 'March 2026')
  await expectAddress('/admin/hours')
  await choose('Domain', 'Data')
  await expectAddress('/admin/hours?domain=Data')
  await screen.findByText('1 reviewer held 1 review in 40 min, March 2026')
  fireEvent.input(await findField('Last day'), { target: { value: '2026-02-01' } })
  await screen.findByText('Choose a first day and a last day, at most 366 days apart')
  expect(consoleErrors.splice(0).join()).toContain('Choose a first day and a last day')
})

test('a date that is being typed stays as it is, and only the whole date is asked for', async () => {
  const { school, as } = await start()
  const asked = await openScreen(school, { as, at: '/admin/hours' })
  await screen.findByText('2 reviewers held 3 reviews in 1 h 45 min, March 2026')
  const field = await findField('First day')
  const type = (value: string) => {
    fireEvent.input(field, { target: { value } })
    expect(field).toHaveValue(value)
  }
  asked.length = 0
  field.focus()
  for (const step of ['', '0002-02-01', '0020-02-01', '0202-02-01', '2026-02-01']) type(step)
  await screen.findByText(
    '2 reviewers held 4 reviews in 2 h 15 min, Sun 1 Feb 2026 to Tue 31 Mar 2026',
  )
  expect(field).toHaveValue('2026-02-01')
  expect(asked.filter((one) => one.includes('/hours'))).toEqual([
    'GET /admin/hours?from=2026-02-01&to=2026-03-31',
  ])
  // An empty field has its default again once it is left.
  type('')
  field.blur()
  await waitFor(() => expect(field).toHaveValue('2026-03-01'))
  await expectAddress('/admin/hours')
})

test('an admin follows a reviewer’s name to a sheet of their own, and presses to the last month', async () => {
  const { school, as } = await start()
  await openScreen(school, { as, at: '/admin/hours' })
  await follow('Ana')
  await expectAddress(/^\/admin\/hours\?reviewer=/)
  await screen.findByText('Ana held 1 review in 20 min, March 2026')
  expect((await findRows('Hours by day', 1)).map(getCells)[0]?.slice(0, 2)).toEqual([
    ...['Mon 2 Mar 2026', 'Web'],
  ])
  const sheet = screen.getByText('Ana, March 2026').closest('section')
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(2)
  await press('Last month')
  await screen.findByText('Ana held 1 review in 30 min, February 2026')
  await choose('Reviewer', 'All reviewers')
  await expectAddress('/admin/hours?from=2026-02-01&to=2026-02-28')
})

test('a reviewer sees only their own hours, and prints them with the school’s name', async () => {
  const { school, priya } = await start()
  const as = { role: 'reviewer', token: priya.token } as const
  await openScreen(school, { as, at: '/reviewer/hours' })
  await screen.findByText('You held 2 reviews in 1 h 25 min, March 2026')
  expect((await findRows('Hours by day')).map(getCells)).toEqual([
    ['Mon 2 Mar 2026', 'Web', '1', '45\u00a0min', ''],
    ['Tue 3 Mar 2026', 'Data', '1', '40\u00a0min', ''],
  ])
  const title = screen.getByText('Priya, March 2026')
  const sheet = title.closest('section')
  if (!sheet) throw new Error('there is no sheet')
  within(sheet).getByText('Weekward')
  expect([...sheet.querySelectorAll('tr:last-child td')].map((cell) => cell.textContent)).toEqual([
    ...['Total', '', '2', '1\u00a0h 25\u00a0min', '0', '0'],
  ])
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await press('Print')
  expect(print).toHaveBeenCalledOnce()
})

test('reviews whose calls were not recorded are named, not counted as no time', async () => {
  const { school, as, priya } = await start()
  const student = await makePerson(school, 'student')
  const slot = await makeSlot(school, priya, monday + 2 * dayMs)
  await makeReview(school, { student, slot, conducted: true })
  await openScreen(school, { as, at: '/admin/hours' })
  await screen.findByText(
    '2 reviewers held 4 reviews in 1 h 45 min, March 2026: 1 of 4 reviews without call times',
  )
  expect((await findRows('Hours by day', 4)).map(getCells)[3]?.slice(-4)).toEqual([
    ...['1', '–', '1 of 1', ''],
  ])
  // Both tables and the sheet.
  expect(screen.getAllByRole('columnheader', { name: 'Without call times' })).toHaveLength(3)
  const own = { role: 'reviewer', token: priya.token } as const
  await openScreen(school, { as: own, at: '/reviewer/hours?from=2026-03-04' })
  await screen.findByText(/^You held 1 review, .*: no call times recorded$/)
})

test('a month without reviews says so', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'reviewer')
  await openScreen(school, { as: { role: 'reviewer', token }, at: '/reviewer/hours' })
  await findHeading('Hours')
  await screen.findByText('No reviews were held on these days.')
})
