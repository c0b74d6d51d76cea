import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Role } from '#contract/roles.ts'
import {
  insertPeople,
  makeDomain,
  makePerson,
  makeReview,
  makeSlot,
  newPerson,
} from '../../factories.ts'
import { choose, fill, findDialog, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findToast } from '../queries.ts'
import { startEmptySchool } from '../school.ts'

/** Monday 2 March, 10:00 AM in Berlin; now it is 6:00 PM there. */
const ten = Date.parse('2026-03-02T09:00:00Z')
const tomorrow = ten + 24 * hourMs

/**
 * Priya Nair has four slots: a no-show, a conducted one, and tomorrow a booked and a free one. Abel
 * has a free one.
 */
async function setUpCalendar() {
  const school = await startEmptySchool()
  const domain = await makeDomain(school, 'Web')
  const advisor = await makePerson(school, 'advisor')
  const student = await makePerson(school, 'student', { name: 'Sofía Demir', domain })
  const reviewer = await makePerson(school, 'reviewer', { name: 'Priya Nair' })
  const other = await makePerson(school, 'reviewer', { name: 'Abel Roy' })
  const admin = await makePerson(school, 'admin')
  const { db } = school.context
  await db
    .insertInto('reviewer_domains')
    .values([reviewer, other].map(({ _id }) => ({ reviewer_id: _id, domain_id: domain._id })))
    .execute()
  const used = await makeSlot(school, reviewer, ten)
  const held = await makeSlot(school, reviewer, ten + hourMs)
  const booked = await makeSlot(school, reviewer, tomorrow)
  await makeSlot(school, reviewer, tomorrow + 30 * minuteMs)
  await makeSlot(school, other, tomorrow + 5 * hourMs)
  const of = { advisor, student, week: 4 }
  await makeReview(school, { ...of, slot: held, conducted: true, closed: true })
  const review = await makeReview(school, { ...of, slot: booked })
  const noShow = { slot_id: used, review_id: review, who: 'student' as const, at: ten }
  await db.insertInto('no_shows').values(noShow).execute()
  const people: Partial<Record<Role, { token: string }>> = { advisor, reviewer, admin }
  const open = (role: Role, query = '') =>
    openScreen(school, {
      as: { role, token: people[role]?.token ?? '' },
      at: `/${role}/calendar${query}`,
    })
  return { school, review, reviewer, open }
}

const findBlock = (name: RegExp) => screen.findByRole('link', { name })

test('a reviewer’s week shows time, state and student of each slot', async () => {
  const { review, open } = await setUpCalendar()
  await open('reviewer')
  await screen.findByRole('heading', { level: 2, name: '2 to 8 Mar 2026' })
  await findBlock(/^Mon 2 Mar, 10:00 AM to 10:30 AM, student did not come, Sofía Demir, week 04$/)
  await findBlock(/^Mon 2 Mar, 11:00 AM to 11:30 AM, marked, Sofía Demir, week 04$/)
  await findBlock(/^Tue 3 Mar, 10:30 AM to 11:00 AM, free$/)
  const booked = await findBlock(/^Tue 3 Mar, 10:00 AM to 10:30 AM, booked, Sofía Demir, week 04$/)
  expect(booked).toHaveAttribute('href', `/reviewer/review-details/${review}`)
  const monday = screen.getByRole('region', { name: 'Monday March 2' })
  expect(within(monday).getByRole('link', { current: 'date' })).toHaveTextContent('Mon 2')
  expect(monday).toHaveTextContent('2 of 2 booked')
  expect(screen.getByRole('region', { name: 'Tuesday March 3' })).toHaveTextContent(
    '1 booked, 1 free',
  )
  screen.getByText('Times are in the school’s time zone, Europe/Berlin.')
})

test('the arrow keys move between slots and days, and on to the next week', async () => {
  const { open } = await setUpCalendar()
  await open('reviewer')
  const first = await findBlock(/student did not come/)
  const today = screen.getByRole('link', { current: 'date' })
  await waitFor(() => expect(today).toHaveAttribute('tabindex', '0'))
  today.focus()
  const keys = async (typed: string) => userEvent.keyboard(typed)
  await keys('{ArrowDown}')
  expect(first).toHaveFocus()
  await keys('{ArrowRight}')
  expect(await findBlock(/^Tue 3 Mar, 10:00 AM/)).toHaveFocus()
  await keys('{ArrowDown}')
  expect(await findBlock(/^Tue 3 Mar, 10:30 AM/)).toHaveFocus()
  await keys('{Home}')
  expect(first).toHaveFocus()
  await keys('{End}')
  expect(screen.getByRole('link', { name: /^Sun 8/ })).toHaveFocus()
  await keys('{ArrowRight}')
  await waitFor(() => expect(screen.getByRole('link', { name: /^Mon 9/ })).toHaveFocus())
  await expectAddress('/reviewer/calendar?date=2026-03-09')
  await keys('{PageDown}')
  await waitFor(() => expect(screen.getByRole('link', { name: /^Thu 9 Apr/ })).toHaveFocus())
})

test('the address holds the view, and buttons lead to the next, the previous and today', async () => {
  const { open } = await setUpCalendar()
  await open('reviewer', '?view=month&date=2026-01-31')
  await screen.findByRole('heading', { level: 2, name: 'January 2026' })
  await press('Next month')
  await screen.findByRole('heading', { level: 2, name: 'February 2026' })
  await expectAddress('/reviewer/calendar?view=month&date=2026-02-28')
  await press('Today')
  const day = await screen.findByRole('link', { name: 'Monday March 2, today: 2 of 2 booked' })
  expect(day).toHaveTextContent('10:00 AM Sofía Demir')
  expect(day).toHaveAttribute('aria-current', 'date')
  await follow('Tuesday March 3: 1 booked, 1 free')
  await expectAddress('/reviewer/calendar?view=day&date=2026-03-03')
  const days = await screen.findByRole('list', { name: 'Days' })
  expect(days).toHaveTextContent('Tomorrow1 booked, 1 free10:00 AMSofía DemirWeek 04booked')
  expect(days).toHaveTextContent('10:30 AM1 slot until 11:00 AMfree')
})

test('an advisor sees their students’ reviews with the reviewers, and where slots are free', async () => {
  const { open } = await setUpCalendar()
  await open('advisor')
  await findBlock(
    /^Tue 3 Mar, 10:00 AM to 10:30 AM, booked, Sofía Demir, week 04, with Priya Nair$/,
  )
  expect(screen.queryByRole('link', { name: /, free/ })).toBeNull()
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Tuesday March 3' })).toHaveTextContent(
      '1 yours, 2 free',
    ),
  )
  const places = within(await screen.findByRole('region', { name: 'Free slots by reviewer' }))
  const rows = await places.findByRole('list', { name: 'Reviewers' })
  expect(rows).toHaveTextContent('Abel Roy–0 of 11 free')
})

test('a slot that cannot be booked says why, and a later one from when it can be', async () => {
  const { school, reviewer, open } = await setUpCalendar()
  const rules = { buffer: 15, most_a_day: null, notice: 0, saved_at: ten }
  await school.context.db
    .insertInto('availabilities')
    .values({ reviewer_id: reviewer._id, ...rules })
    .execute()
  await open('reviewer')
  const close = await findBlock(/^Tue 3 Mar, 10:30 AM .*, cannot be booked: too close to a review$/)
  expect(close).toHaveTextContent('Too close to a review10:30 AM')
  expect(screen.getByRole('region', { name: 'Tuesday March 3' })).toHaveTextContent('1 of 2 booked')
  screen.getByText('Free slots after Wed 4 Mar can be booked once they are within 3 days.')
  await open('reviewer', '?view=day&date=2026-03-03')
  expect(await screen.findByRole('list', { name: 'Days' })).toHaveTextContent(
    '10:30 AM1 slot until 11:00 AMtoo close to a review',
  )
})

test('an admin sees each reviewer’s load, and for one reviewer who has which slot', async () => {
  const { open, reviewer } = await setUpCalendar()
  await open('admin')
  const cell = await screen.findByRole('link', { name: 'Priya Nair, Tue 3 Mar: 1 booked, 1 free' })
  screen.getByRole('link', { name: 'Abel Roy, Mon 2 Mar: no slots' })
  await userEvent.click(cell)
  await expectAddress(`/admin/calendar?view=week&date=2026-03-03&reviewer=${reviewer._id}`)
  await findBlock(
    /^Tue 3 Mar, 10:00 AM to 10:30 AM, booked, Sofía Demir, week 04, with Priya Nair$/,
  )
  expect(screen.getByRole('combobox', { name: 'Reviewer' })).toHaveDisplayValue('Priya Nair')
  await choose('Reviewer', 'Abel Roy')
  await findBlock(/^Tue 3 Mar, 3:00 PM to 3:30 PM, free, with Abel Roy$/)
  await open('admin', '?view=month')
  await screen.findByRole('link', { name: 'Tuesday March 3: 1 booked, 2 free' })
})

test('an admin finds a reviewer without accents, among more than are offered at a time', async () => {
  const { school, open } = await setUpCalendar()
  const others = Array.from({ length: 51 }, () => newPerson(school, 'reviewer'))
  await insertPeople(school, [...others, newPerson(school, 'reviewer', { name: 'Zoë Zimmer' })])
  await open('admin')
  const field = await screen.findByRole('combobox', { name: 'Reviewer' })
  await userEvent.click(field)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(50))
  await fill(field, 'zimmer zoe')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(screen.getByRole('option')).toHaveTextContent('Zoë Zimmer')
})

test('an admin’s day lists each reviewer’s bookings and lets the admin add an absence', async () => {
  const { school, review, reviewer, open } = await setUpCalendar()
  await open('admin', '?view=day&date=2026-03-03')
  const bookings = await screen.findByRole('list', { name: 'Bookings of Priya Nair' })
  const [booked, ...others] = within(bookings).getAllByRole('link')
  expect(others).toEqual([])
  expect(booked).toHaveTextContent('10:00 AM Sofía Demir')
  expect(booked).toHaveAttribute('href', `/admin/review-details/${review}`)

  await press('Add absence for Priya Nair')
  const form = await findDialog()
  expect(await findField('First day')).toHaveValue('2026-03-03')
  await fill(await findField('First day'), '2026-03-03')
  await fill(await findField('Reason'), 'In hospital')
  await press('Add absence', form)
  await form.findByText(/^2 slots are removed, and 1 review loses its slot\./)
  await press('Confirm absence', form)
  await findToast('Absence added.')
  await waitFor(() =>
    expect(screen.queryByRole('list', { name: 'Bookings of Priya Nair' })).toBeNull(),
  )
  expect(screen.queryByRole('button', { name: 'Add absence for Priya Nair' })).toBeNull()
  const absences = await school.context.db.selectFrom('absences').selectAll().execute()
  expect(absences).toMatchObject([{ reviewer_id: reviewer._id, reason: 'In hospital' }])
})

test('absences show in week, month and agenda, for advisors without the reason', async () => {
  const { school, reviewer, open } = await setUpCalendar()
  await school.context.db
    .insertInto('absences')
    .values({
      id: 'away',
      reviewer_id: reviewer._id,
      reason: 'A wedding',
      created_at: ten,
      date_from: '2026-03-05',
      date_to: '2026-03-06',
    })
    .execute()
  await open('reviewer')
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Friday March 6' })).toHaveTextContent(
      'away: A wedding',
    ),
  )
  await open('reviewer', '?view=month')
  await screen.findByRole('link', { name: 'Thursday March 5: away: A wedding' })
  await open('reviewer', '?view=day&date=2026-03-05')
  expect(await screen.findByRole('list', { name: 'Days' })).toHaveTextContent('away: A wedding')
  await open('admin')
  await screen.findByRole('link', { name: 'Priya Nair, Thu 5 Mar: away: A wedding' })
  await open('advisor')
  await waitFor(() => expect(screen.getByTitle('Thu 5 Mar 2026: away')).toHaveTextContent('away'))
  expect(document.body).not.toHaveTextContent('A wedding')
})
