import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { pauseStudent } from '#contract/enrolment.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { listPeople } from '#contract/people/people.ts'
import { monday } from '../../app.ts'
import { makePerson } from '../../factories.ts'
import { choose, failRequests, fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findHeading, findRegion, findRows, findToast, getCells } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Chooses an entry of the menu of the selected people. */
async function openForm(entry: string | RegExp, name: string) {
  await press('Change…', await findRegion('Selected people'))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  return findDialog(name)
}

async function chooseDomain(form: Awaited<ReturnType<typeof findDialog>>, name: string) {
  await userEvent.click(await form.findByRole('combobox', { name: 'Domain' }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

/** The list of students as an admin, and the active ones with a booked slot. */
async function begin() {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const students = () => school.call(listPeople.student, { token })
  const isActive = (one: Awaited<ReturnType<typeof students>>[number]) =>
    one.isProfileVerified && !one.isBlocked && !one.isPaused && !one.finished
  const active = (await students()).filter(isActive)
  return { school, token, students, active }
}

/** Selects these people in the list, which shows them all. */
async function select(names: string[], list = 'students') {
  for (const row of await findRows(list)) {
    // The name's cell also says the state.
    if (!names.some((name) => getCells(row)[2]?.startsWith(name))) continue
    await userEvent.click(within(row).getByRole('checkbox'))
  }
}

test('a form of the selected people that is cancelled gives the focus back to its menu', async () => {
  const { school, active } = await begin()
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await select([active[0]?.name ?? ''])
  await openForm(/^Pause course/, 'Pause course')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change…' })).toHaveFocus())
})

test('selected students are paused after it was said what happens, and the pause is undone', async () => {
  const { school, token, active, students } = await begin()
  const [first, second, third] = active
  if (!first || !second || !third) throw new Error('There are too few students')
  const body = { value: { id: third._id, reason: 'Ill' } }
  await school.call(pauseStudent, { token, body })
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await select([first, second, third].map(({ name }) => name))
  const dialog = await openForm('Pause course (2)', 'Pause course')
  const slots = (first.bookedReviews ?? 0) + (second.bookedReviews ?? 0)
  const freed = [
    'No slot is booked.',
    '1 booked slot is freed, and its reviewer is notified.',
    '2 booked slots are freed, and the reviewers are notified.',
  ][slots]
  await dialog.findByText(`Pauses the course of 2 people. ${freed}`, { exact: false })
  await dialog.findByText('1 person is left out:')
  await dialog.findByText(`This student’s course is already paused: ${third.name}`)
  await fill(await dialog.findByLabelText('Reason'), 'Summer')
  await press('Pause', dialog)
  await findToast('2 people paused.')
  expect(await findHeading('Students')).toHaveFocus()
  const paused = async () =>
    (await students()).filter(({ isPaused }) => isPaused).map(({ _id }) => _id)
  expect(await paused()).toEqual(expect.arrayContaining([first._id, second._id]))
  await press('Undo')
  await findToast('Undone for 2 of 2.')
  expect(await paused()).not.toContain(first._id)
})

test('selected students resume after a question, blocked ones are not paused, and the undo pauses again', async () => {
  const { school, token, active, students } = await begin()
  const [first, second, third] = active
  if (!first || !second || !third) throw new Error('There are too few students')
  for (const [{ _id: id }, reason] of [
    [first, 'Ill'],
    [second, 'Leave'],
  ] as const) {
    await school.call(pauseStudent, { token, body: { value: { id, reason } } })
  }
  await school.call(blockUnblock.student, { token, body: { id: third._id, action: 'block' } })
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await select([first, second, third].map(({ name }) => name))
  await press('Change…', await findRegion('Selected people'))
  await screen.findByRole('menuitem', { name: 'Resume course (2)' })
  expect(screen.queryByRole('menuitem', { name: /^Pause course/ })).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Resume course (2)' }))
  const dialog = await findDialog('Resume course')
  await dialog.findByText(/^Resume the course of 2 people\?/)
  await press('Yes, resume', dialog)
  await findToast('Course resumed for 2 people.')
  const reasons = async () => {
    const now = await students()
    return [first, second].map((one) => now.find(({ _id }) => _id === one._id)?.pauseReason)
  }
  expect(await reasons()).toEqual([null, null])
  await press('Undo')
  await findToast('Undone for 2 of 2.')
  expect(await reasons()).toEqual(['Ill', 'Leave'])
})

test('all students that match the filter are shared evenly, with a picture of the loads, and back', async () => {
  const { school, token, students } = await begin()
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active' })
  const matching = await school.call(listPeople.student, { token, query: { state: 'active' } })
  expect(matching.length).toBeGreaterThan(50)
  await findRows('students', 50)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  const bar = await findRegion('Selected people')
  await bar.findByText('50 selected')
  await press('Select all that match', bar)
  await bar.findByText(`${matching.length} selected`)
  const dialog = await openForm(`Change advisor (${matching.length})`, 'Change advisor')
  const table = await dialog.findByRole('table', {
    name: 'Students and open reviews of each advisor',
  })
  const said = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => getCells(row))
  await press('Change', dialog)
  await findToast(`Advisor of ${matching.length} people changed.`)
  const loads = async () => {
    const advisors = await school.call(listPeople.advisor, { token })
    return Object.fromEntries(advisors.map(({ name, students: count }) => [name, String(count)]))
  }
  expect(await loads()).toEqual(
    Object.fromEntries(said.map(([name = '', , after]) => [name, after])),
  )
  await press('Undo')
  await findToast(`Undone for ${matching.length} of ${matching.length}.`)
  const advisorOf = new Map((await students()).map(({ _id, advisor }) => [_id, advisor?._id]))
  expect(matching.map(({ _id }) => advisorOf.get(_id))).toEqual(
    matching.map(({ advisor }) => advisor?._id),
  )
})

test('after Clear selection nobody is selected again, and all that match can be selected anew', async () => {
  const { school } = await begin()
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active' })
  await findRows('students', 50)
  const selectShown = async () => {
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    const bar = await findRegion('Selected people')
    await bar.findByText('50 selected')
    return bar
  }
  const bar = await selectShown()
  await press('Select all that match', bar)
  await waitFor(() => expect(bar.queryByText('50 selected')).toBeNull())
  await press('Clear selection', bar)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull())
  await (await selectShown()).findByRole('button', { name: 'Select all that match' })
})

test('all that match are selected anew with those who were added elsewhere', async () => {
  const { school, token } = await begin()
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active' })
  const selectMatching = async () => {
    const matching = await school.call(listPeople.student, { token, query: { state: 'active' } })
    await findRows('students', 50)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    const bar = await findRegion('Selected people')
    await press('Select all that match', bar)
    await bar.findByText(`${matching.length} selected`)
    return bar
  }
  await press('Clear selection', await selectMatching())
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected people' })).toBeNull())
  await makePerson(school, 'student')
  school.moveTo(monday + minuteMs)
  await selectMatching()
})

test('after all that match could not be read, they can be selected again', async () => {
  const { school } = await begin()
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active' })
  await findRows('students', 50)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  const bar = await findRegion('Selected people')
  const restore = failRequests(`limit=${listLimitMax}`)
  await press('Select all that match', bar)
  await screen.findByRole('alert')
  restore()
  await waitFor(() => expect(bar.getByRole('button', { name: 'Clear selection' })).toBeEnabled())
  await press('Select all that match', bar)
  await waitFor(() => expect(bar.queryByText('50 selected')).toBeNull())
})

test('the undo of a change of advisor leaves out the students of one who is blocked since', async () => {
  const { school, token, active, students } = await begin()
  const advised = active.filter(({ advisor }) => advisor)
  const first = advised[0]
  const second = advised.find(({ advisor }) => advisor?._id !== first?.advisor?._id)
  if (!first?.advisor || !second?.advisor) throw new Error('There are too few advisors')
  const before = [first.advisor._id, second.advisor._id]
  const to = await makePerson(school, 'advisor', { name: 'Zora Quill' })
  await openScreen(school, { as: 'admin', at: '/admin/student-list?state=active' })
  await select([first.name, second.name])
  const dialog = await openForm('Change advisor (2)', 'Change advisor')
  await choose('New advisor', /^Zora Quill/)
  await press('Change', dialog)
  await findToast('Advisor of 2 people changed.')
  const advisorsNow = async () => {
    const now = await students()
    return [first, second].map((one) => now.find(({ _id }) => _id === one._id)?.advisor?._id)
  }
  expect(await advisorsNow()).toEqual([to._id, to._id])
  await school.call(blockUnblock.advisor, {
    token,
    body: { id: first.advisor._id, action: 'block' },
  })
  await press('Undo')
  const refused = await findDialog('Not undone for all')
  await refused.findByText(first.name)
  await refused.findByText('This advisor is blocked or has not completed the profile')
  await findToast('Undone for 1 of 2.')
  expect(await advisorsNow()).toEqual([to._id, before[1]])
})

test('a domain is added to the selected reviewers, and those who have it are left out', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const all = await school.call(listPeople.reviewer, { token })
  const domain = all.flatMap(({ domains }) => domains)[0]
  if (!domain) throw new Error('There is no domain')
  const having = all.filter(({ domains }) => domains.some(({ _id }) => _id === domain._id))
  const others = all.length - having.length
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  await findRows('reviewers')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  const dialog = await openForm(/^Add a domain/, 'Add a domain')
  await chooseDomain(dialog, domain.name)
  await dialog.findByText(/^Already reviews this domain: /)
  await press('Add', dialog)
  await findToast(new RegExp(`^Domains of ${others} people changed\\.`))
  const now = await school.call(listPeople.reviewer, { token })
  const has = now.filter(({ domains }) => domains.some(({ _id }) => _id === domain._id))
  expect(has).toHaveLength(all.length)
  await press('Undo')
  await findToast(`Undone for ${others} of ${others}.`)
})

test('a selected student who is moved out of an archived domain gets it back by the undo', async () => {
  const { school, token, active, students } = await begin()
  const [student] = active
  const before = student?.domains[0]
  const to = active.flatMap(({ domains }) => domains).find(({ _id }) => _id !== before?._id)
  if (!student || !before || !to) throw new Error('There are too few domains')
  const value = { id: before._id, isArchived: true }
  await school.call(editDomain, { token, body: { value } })
  await openScreen(school, { as: 'admin', at: '/admin/student-list' })
  await select([student.name])
  const dialog = await openForm('Change domain (1)', 'Change domain')
  await chooseDomain(dialog, to.name)
  await press('Change', dialog)
  await findToast(`Domain of ${student.name} changed.`)
  await press('Undo')
  await findToast('Undone for 1 of 1.')
  const now = (await students()).find(({ _id }) => _id === student._id)
  expect(now?.domains).toEqual([before])
})

test('a domain that is archived and removed from a reviewer is added again by the undo', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const reviewers = await school.call(listPeople.reviewer, { token })
  const reviewer = reviewers.find(({ domains }) => domains.length > 1)
  const [domain] = reviewer?.domains ?? []
  if (!reviewer || !domain) throw new Error('Nobody reviews several domains')
  await school.call(editDomain, { token, body: { value: { id: domain._id, isArchived: true } } })
  await openScreen(school, { as: 'admin', at: '/admin/reviewer-list' })
  await select([reviewer.name], 'reviewers')
  const dialog = await openForm('Remove a domain (1)', 'Remove a domain')
  await chooseDomain(dialog, domain.name)
  await press('Remove', dialog)
  await findToast(`Domains of ${reviewer.name} changed.`)
  await press('Undo')
  await findToast('Undone for 1 of 1.')
})

test('an advisor’s students are listed from the advisor’s page, to choose some of them', async () => {
  const { school, token, active } = await begin()
  const advisor = active.find((one) => one.advisor)?.advisor
  if (!advisor) throw new Error('There is no advisor')
  await openScreen(school, { as: 'admin', at: `/admin/person/advisor/${advisor._id}` })
  await userEvent.click(await screen.findByRole('link', { name: 'Choose some of them' }))
  const query = { advisor: advisor._id }
  const own = await school.call(listPeople.student, { token, query })
  await findRows('students', own.length)
  expect(await screen.findByRole('combobox', { name: 'Advisor' })).toHaveValue(advisor.name)
  await choose('Advisor', 'All advisors')
  await findRows('students', 50)
})
