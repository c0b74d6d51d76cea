import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { sendPasswordReset } from '#contract/accounts/links/password-reset.ts'
import { addAbsence, addAbsenceFor } from '#contract/availability/absences.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { paths } from '#web/paths.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '../../factories.ts'
import { answer, choose, fill, findDialog, follow, press } from '../actions.ts'
import { getDateInDays } from '../days.ts'
import { openScreen } from '../open-screen.tsx'
import {
  expectAddress,
  findField,
  findHeading,
  findRegion,
  findRows,
  findToast,
  getCells,
  getColumnHeaders,
  getFacts,
  getTexts,
} from '../queries.ts'
import { startEmptySchool } from '../school.ts'

/** Monday the 2nd of March, 10:00 AM in Berlin, where it is 6:00 PM. */
const ten = Date.parse('2026-03-02T09:00:00Z')

/** Opens an advisor with an overdue review, and one booked for tomorrow with Priya Nair. */
async function begin() {
  const school = await startEmptySchool()
  const domain = await makeDomain(school, 'Web')
  const admin = await makePerson(school, 'admin')
  const advisor = await makePerson(school, 'advisor', { name: 'Henrik Berg' })
  const reviewer = await makePerson(school, 'reviewer', { name: 'Priya Nair' })
  const late = await makePerson(school, 'student', { name: 'Amara Okafor', domain })
  const booked = await makePerson(school, 'student', { name: 'Sofía Demir', domain })
  const { db } = school.context
  await db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: reviewer._id, domain_id: domain._id })
    .execute()
  await makeReview(school, { student: late, advisor, dueAt: ten - 2 * dayMs })
  const slot = await makeSlot(school, reviewer, ten + dayMs)
  const review = await makeReview(school, { student: booked, advisor, slot })
  const open = (at: string) => openScreen(school, { as: { role: 'admin', token: admin.token }, at })
  return { school, admin, advisor, reviewer, late, booked, review, open }
}

test('an advisor’s page shows their students and how many are overdue, and filters by these', async () => {
  const { advisor, late, open } = await begin()
  await open(paths.person('advisor', advisor._id))
  await findHeading('Henrik Berg')
  await screen.findByText(advisor.email)
  await screen.findByRole('heading', { level: 2, name: '2 students, 1 overdue' })
  // The date comes first: in narrow tables it is dropped last.
  expect((await getColumnHeaders('Reviews')).slice(1, 4)).toEqual(['student name', 'Due', 'Slot'])
  const [first, second] = await findRows('Reviews', 2)
  expect(first).toHaveTextContent(/Amara Okafor.*Overdue/)
  expect(getCells(second)).toEqual(expect.arrayContaining(['Priya Nair', 'Scheduled']))
  expect(second).not.toHaveTextContent('Overdue')
  await follow('1 overdue')
  await expectAddress(`/admin/person/advisor/${advisor._id}?show=overdue`)
  await findRows('Reviews', 1)
  await choose('Show', 'Booked')
  await screen.findByRole('link', { name: 'Sofía Demir' })
  await choose('Show', 'To schedule')
  await follow('Amara Okafor')
  await expectAddress(paths.person('student', late._id))
  await screen.findByRole('heading', { level: 2, name: /^Overdue since/ })
})

test('a reviewer’s page shows their workload, next review, and absences with reasons', async () => {
  const { school, reviewer, late, open } = await begin()
  await makeSlot(school, reviewer, ten + 2 * dayMs)
  const used = await makeSlot(school, reviewer, ten - 3 * dayMs)
  const missed = await makeReview(school, { student: late, week: 3, closed: true })
  await school.context.db
    .insertInto('no_shows')
    .values({ slot_id: used, review_id: missed, who: 'student', at: ten })
    .execute()
  for (const [from, to, reason] of [
    [getDateInDays(8), getDateInDays(8), 'A wedding'],
    [getDateInDays(5), getDateInDays(6), 'In hospital'],
  ] as const) {
    const value = { from, to, reason, confirm: true }
    await school.call(addAbsence, { token: reviewer.token, body: { value } })
  }
  await school.context.db
    .insertInto('absences')
    .values({
      id: 'over',
      reviewer_id: reviewer._id,
      reason: 'A cold',
      created_at: ten - 9 * dayMs,
      date_from: getDateInDays(-7),
      date_to: getDateInDays(-7),
    })
    .execute()
  await open(paths.person('reviewer', reviewer._id))
  await screen.findByText('Web')
  expect(getFacts(await findRegion('1 review this week'))).toEqual({
    'This week': '1 of 2 slots booked',
    'Last week': '1 of 1 slot booked',
    'Free slots': '1 until Sun 29 Mar',
  })
  const [next] = await findRows('Reviews', 1)
  expect(getCells(next)).toEqual(
    expect.arrayContaining(['Sofía Demir', 'Henrik Berg', 'Tomorrow, 10:00 AM']),
  )
  const [absent = document.body] = await findRows('No-shows', 1)
  expect(absent).toHaveTextContent(
    'Amara Okafor did not comeFri 27 Feb, 10:00 AM, review of week 03',
  )
  expect(within(absent).getByRole('link', { name: 'Amara Okafor' })).toHaveAttribute(
    'href',
    paths.person('student', late._id),
  )
  const away = getTexts(await findRows('Absences', 2))
  expect(away).toEqual(['Sat 7 Mar to Sun 8 MarIn hospitalRemove', 'Tue 10 MarA weddingRemove'])
  expect(getTexts(await findRows('Earlier absences', 1))).toEqual(['Mon 23 FebA cold'])
  await follow('1 of 2 slots booked')
  await expectAddress(`/admin/calendar?view=week&date=2026-03-02&reviewer=${reviewer._id}`)
})

test('an admin undoes two absences on a reviewer’s page, one after the other', async () => {
  const { school, admin, reviewer, open } = await begin()
  for (const date of [getDateInDays(3), getDateInDays(4)]) {
    const days = { from: date, to: date, reason: 'A cold' }
    const value = { reviewer: reviewer._id, ...days, confirm: true }
    await school.call(addAbsenceFor, { token: admin.token, body: { value } })
    school.moveTo(school.time.now + minuteMs)
  }
  await open(paths.person('reviewer', reviewer._id))
  await findRows('Absences', 2)
  await press('Undo: Absence added 1 minute ago.')
  await findRows('Absences', 1)
  await press('Undo: Absence added 2 minutes ago.')
  await screen.findByText('No absences.')
})

test('an admin adds and cancels a reviewer’s absence on their page, unless the reviewer is blocked', async () => {
  const { school, admin, reviewer, open } = await begin()
  await open(paths.person('reviewer', reviewer._id))
  await press('Add absence')
  const form = await findDialog()
  await fill(await findField('First day'), getDateInDays(2))
  await fill(await findField('Last day'), getDateInDays(3))
  await fill(await findField('Reason'), 'In hospital')
  await press('Add absence', form)
  await findToast('Absence added.')
  expect(getTexts(await findRows('Absences', 1))).toEqual([
    'Wed 4 Mar to Thu 5 MarIn hospitalRemove',
  ])
  await press('Remove Wed 4 Mar to Thu 5 Mar')
  await press('Remove', await findDialog())
  await findToast('Absence removed. No slots restored; slots added by hand stay removed.')
  await screen.findByText('No absences.')
  expect(screen.getByRole('heading', { name: 'Absences' })).toHaveFocus()

  const block = { id: reviewer._id, action: 'block' } as const
  await school.call(blockUnblock.reviewer, { token: admin.token, body: block })
  await open(paths.person('reviewer', reviewer._id))
  await screen.findByText('No absences.')
  expect(screen.queryByRole('button', { name: 'Add absence' })).toBeNull()
})

test('an invited person’s main action is the invitation, a blocked person’s is unblocking', async () => {
  const { school, advisor, open } = await begin()
  const invited = await makePerson(school, 'advisor', { name: 'Nova Lind', verified: false })
  await school.context.db
    .updateTable('people')
    .set({ created_at: ten - 22 * dayMs, invited_at: ten - 9 * dayMs })
    .where('id', '=', invited._id)
    .execute()
  await open('/admin/advisor-list?search=Nova')
  expect((await findRows('advisors', 1))[0]).toHaveTextContent('Nolink has expired')
  await open(paths.person('advisor', invited._id))
  await screen.findByText('Unverified')
  await screen.findByText('Invited 22 days ago · last invited 9 days ago · link has expired')
  await press('Send Mail')
  await answer(
    'Make a new invitation for Nova Lind? Older links stop working. No mail server is set up: no email is sent, and you share the new link yourself.',
    'Yes, make a new link',
  )
  await screen.findByText('Invited 22 days ago · last invited today · link valid until Mon 9 Mar')
  await open('/admin/advisor-list?search=Nova')
  expect((await findRows('advisors', 1))[0]).toHaveTextContent('Noinvited today')

  await open(paths.person('advisor', advisor._id))
  await press('Block')
  await answer(
    'Are you sure you want to block Henrik Berg? They are signed out at once, and their API tokens are revoked for good.',
    'Yes, block',
  )
  await screen.findByText('Blocked')
  await screen.findByRole('button', { name: 'Unblock' })
})

test('an admin reads a person’s profile, and finds their changes in the audit log', async () => {
  const { school, admin, booked, open } = await begin()
  await school.context.db
    .updateTable('people')
    .set({ dob: '1999-03-02', age: 27, gender: 'female', number: '5550001111' })
    .set({ address: '1 Main Street', qualification: 'BSc Physics' })
    .where('id', '=', booked._id)
    .execute()
  await open(paths.person('student', booked._id))
  expect(getFacts(await findRegion('Profile'))).toEqual({
    'Mobile number': '5550001111',
    Address: '1 Main Street',
    'Date of birth': 'Tue 2 Mar 1999 (age 27)',
    Gender: 'female',
    'Educational qualification': 'BSc Physics',
  })
  expect(screen.getByRole('link', { name: '5550001111' })).toHaveAttribute('href', 'tel:5550001111')
  const block = { id: booked._id, action: 'block' } as const
  await school.call(blockUnblock.student, { token: admin.token, body: block })
  await openTab('Changes')
  const [line] = await findRows('Changes')
  expect(line).toHaveTextContent('blocked Sofía Demir')
  await follow('See all changes to and by this person in the audit log')
  await expectAddress(`/admin/trail?search=${encodeURIComponent(booked.email)}`)
})

/** Opens a part of a person's page. */
async function openTab(name: string): Promise<void> {
  ;(await screen.findByRole('tab', { name })).click()
}

test('a student’s page says whose turn it is and since when, and leads to the open review', async () => {
  const { late, review, booked, open } = await begin()
  await open(paths.person('student', booked._id))
  expect(getFacts(await findRegion(/^On track in week/))).toMatchObject({
    'Open review': 'Week 01',
    'Next step': expect.stringMatching(/^Waiting for Priya Nair to hold the review, since \w/),
  })
  await open(paths.person('student', late._id))
  expect(getFacts(await findRegion(/^Overdue since/))).toMatchObject({
    'Next step': expect.stringMatching(/^Waiting for Henrik Berg to book a slot, since \w/),
  })
  await open(paths.person('student', booked._id))
  await follow('Week 01')
  await expectAddress(paths.reviewDetails('admin', review))
})

test('a person’s emails are listed with their delivery, and sent again', async () => {
  const { school, admin, advisor, open } = await begin()
  const body = { id: advisor._id }
  await school.call(sendPasswordReset.advisor, { token: admin.token, body })
  await school.context.db
    .updateTable('outbox')
    .set({ body: '', failed_at: ten, last_error: '550 No such user' })
    .execute()
  await open(paths.person('advisor', advisor._id))
  expect(screen.queryByRole('table', { name: 'Emails' })).toBeNull()
  await openTab('Emails')
  await expectAddress(`${paths.person('advisor', advisor._id)}?tab=mails`)
  const [mail] = await findRows('Emails', 1)
  expect(mail).toHaveTextContent(/Not delivered.*550 No such user/)
  await press(`Send Mail to ${advisor.email}`)
  await press('Yes, send email', await findDialog())
  await findToast('The email is on its way.')
  await findRows('Emails', 2)
  // The reviews' own filter is of no use there, and the tab is left by Back.
  await openTab('Overview')
  await expectAddress(paths.person('advisor', advisor._id))
  await screen.findByRole('heading', { level: 2, name: /^2 students/ })
})

test('an admin sees where a person is signed in, and signs them out', async () => {
  const { advisor, open } = await begin()
  await open(`${paths.person('advisor', advisor._id)}?tab=sessions`)
  await press('Sign out of Unknown browser')
  await answer(
    'Sign Henrik Berg out of an unknown browser? Henrik Berg is notified, and has to sign in again there.',
    'Yes, sign out',
  )
  await findToast('Signed out there.')
  await screen.findByText('Not signed in anywhere.')
  expect(screen.getByRole('heading', { name: 'Where Henrik Berg is signed in' })).toHaveFocus()
})

test('a student’s page lists the marks of each week', async () => {
  const { school, reviewer, booked, advisor, open } = await begin()
  const slot = await makeSlot(school, reviewer, ten - 7 * dayMs)
  const review = await makeReview(school, {
    student: booked,
    advisor,
    slot,
    conducted: true,
    closed: true,
  })
  await school.context.db
    .updateTable('reviews')
    .set({ code: 77, theory: 68, week_status: 'Task Completed' })
    .where('id', '=', review)
    .execute()
  await open(paths.person('student', booked._id))
  const shown = (await findRows('Reviews', 2)).map((row) => getCells(row))
  expect(shown.map((cells) => cells[4]).sort()).toEqual(['code 77, theory 68', '–'])
  await screen.findByRole('heading', { name: 'The first marks, in week 01: 77 and 68' })
  ;(await screen.findByText('Show the marks as a table')).click()
  expect(getTexts(await findRows('Marks by week', 1))).toEqual(['017768'])
})

test('a review links an admin to everyone involved', async () => {
  const { advisor, reviewer, booked, review, open } = await begin()
  await open(paths.reviewDetails('admin', review))
  const details = await findRegion('Student Details')
  const ways = details.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual([
    paths.person('student', booked._id),
    paths.person('advisor', advisor._id),
    paths.person('reviewer', reviewer._id),
  ])
  await open(`/admin/student-reviews/${booked._id}`)
  const [row = document.body] = await findRows('Reviews', 1)
  within(row).getByRole('link', { name: 'Priya Nair' })
})

test('the page of an unknown person shows one error', async () => {
  const { open } = await begin()
  await open(paths.person('student', 'nobody'))
  await findHeading('Student')
  await screen.findByText('This person does not exist')
  expect(screen.queryByText('error')).toBeNull()
})
