import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getAtRiskCounts } from '#contract/school/at-risk.ts'
import { demoLogins } from '#contract/school/school.ts'
import { getSchoolSummary } from '#contract/school/summary.ts'
import { workoutLists } from '#contract/tasks/tasks.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { paths } from '#web/paths.ts'
import { choose, fill, follow, goTo, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { expectAddress, findField, findRegion, findRows, getTexts } from '../queries.ts'
import { startDemoSchool, startEmptySchool } from '../school.ts'

test('in an empty school the home lists the first steps, and says what comes first', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  const as = { role: 'admin', token } as const
  await openScreen(school, { as, at: '/admin' })
  const steps = await findRegion('First steps')
  screen.getByText('Next: add a domain')
  steps.getByText('0 of 6 done')
  expect(getTexts(steps.getAllByRole('listitem'))).toEqual([
    '1Add a domainWhat students learn, such as Web Development.Add a domain',
    '2Write the first tasksAdd a domain first.',
    '3Add peopleAdd a domain first.',
    '4Get slots publishedAdd a reviewer first.',
    '5Set up emailInvitations and reminders are sent through your mail server.School settings',
    '6Set up backupsYour server administrator sets BACKUP_DIR for a nightly backup.See Health',
  ])

  await school.call(addDomain, { token, body: { name: 'Robotics' } })
  const body = { name: 'Ana', email: 'ana@school.test' }
  await school.call(addPerson.student, { token, body })
  await openScreen(school, { as, at: '/admin' })
  const later = await findRegion('First steps')
  later.getByText('1 of 6 done')
  expect(getTexts(later.getAllByRole('link'))).toEqual([
    ...['Create a task', 'Add people', 'School settings', 'See Health'],
  ])
  later.getByText(/needs an advisor and a reviewer/)
})

test('each first step links to its field, and is ticked off when done', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const pressStep = async (label: string) => follow(label, await findRegion('First steps'))

  await pressStep('Add a domain')
  await waitFor(async () => expect(await findField('Domain name')).toHaveFocus())
  await fill(await findField('Domain name'), 'Robotics')
  await press('Add domain')
  await follow('Write the first one')
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  await goTo('Home')
  await pressStep('Create a task')
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  await fill(await findField('Week number'), '1')
  await choose('Domain', 'Robotics')
  for (const { title } of workoutLists) await fill(await findField(`${title}, line 1`), 'Begin')
  await press('Submit')
  await goTo('Home')
  await (await findRegion('First steps')).findByText('2 of 6 done')

  await pressStep('Add people')
  await waitFor(async () => expect(await findField('Name')).toHaveFocus())
  for (const role of ['Student', 'Advisor', 'Reviewer']) {
    await choose('Role', role)
    await fill(await findField('Name'), role)
    await fill(await findField('Email'), `${role}@school.test`)
    await press('Add user')
    await screen.findByLabelText(`Invitation link for ${role}`)
  }
  await goTo('Home')
  const added = await findRegion('First steps')
  await added.findByText('3 of 6 done')
  added.getByText('Joined so far: 0 of 3.')
  await pressStep('View reviewers')
  await expectAddress('/admin/reviewer-list')

  await makeSlot(school, await makePerson(school, 'reviewer'), school.time.now + dayMs)
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  await screen.findByText('No review is open')
  const rest = await findRegion('First steps')
  rest.getByText('4 of 6 done')
  expect(getTexts(rest.getAllByRole('link'))).toEqual(['School settings', 'See Health'])

  const { settings } = school.context
  settings.smtpUrl = 'smtp://127.0.0.1:1'
  settings.backup = { ...settings.backup, dir: '/backups' }
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  await screen.findByText('No review is open')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()

  await school.call(addDomain, { token, body: { name: 'Painting' } })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const again = await findRegion('First steps')
  again.getByText('5 of 6 done')
  again.getByText('1 domain has no task yet.')

  await makePerson(school, 'student')
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  await screen.findByText('No review is open')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()

  settings.backup = { ...settings.backup, dir: undefined }
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const last = await findRegion('First steps')
  expect(getTexts(last.getAllByRole('link'))).toContain('See Health')
})

test('Health in the sidebar shows the number of checks that need attention', async () => {
  const school = await startEmptySchool()
  const { token } = await makePerson(school, 'admin')
  const { settings } = school.context
  settings.demo = false
  const link = async () => {
    await openScreen(school, { as: { role: 'admin', token }, at: '/admin/domain-list' })
    return within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', {
      name: 'Health',
    })
  }
  await userEvent.click(await link())
  const answer = await screen.findByText(/checks need attention$/)
  const count = Number.parseInt(answer.textContent, 10)
  expect(count).toBeGreaterThan(1)
  const health = await link()
  await waitFor(() => expect(health).toHaveAccessibleDescription(`${count} things to fix`))
})

test('the admin home lists the students at risk with reasons, and filters them by the address', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const { studentsAtRisk, atRisk } = await school.call(getAtRiskCounts, { token })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const atRiskNow = await findRegion(`${studentsAtRisk} students are at risk`)
  await findRows('Students at risk', Math.min(studentsAtRisk, 5))
  await userEvent.click(atRiskNow.getByRole('link', { name: `Overdue ${atRisk.overdue}` }))
  await expectAddress('/admin?risk=overdue')
  const [student = document.body] = await findRows('Students at risk')
  expect(student).toHaveTextContent('Overdue')
  const ways = within(student).getAllByRole('link')
  expect(ways.map((link) => link.getAttribute('href')?.replace(/[^/]+$/, ''))).toEqual([
    ...['/admin/person/student/', '/admin/person/advisor/', '/admin/review-details/'],
  ])

  const overdue = await findRegion('Overdue by advisor')
  expect(overdue.getByRole('link', { name: 'All of them' })).toHaveAttribute(
    'href',
    '/admin/student-list?state=overdue',
  )
  const [first = document.body] = await findRows('Overdue reviews by advisor')
  const [name, reviews, ...others] = within(first).getAllByRole('link')
  expect(others).toEqual([])
  const path = name?.getAttribute('href') ?? ''
  expect(path).toMatch(/^\/admin\/person\/advisor\//)
  expect(reviews).toHaveTextContent(/^\d+ reviews?$/)
  await follow(reviews?.textContent ?? '', within(first))
  await expectAddress(/^\/admin\?risk=overdue&advisor=/)
  await waitFor(() => {
    const [advisor] = within(atRiskNow.getByText(/^With /)).getAllByRole('link')
    expect(advisor).toHaveAttribute('href', path)
  })
  await screen.findByRole('region', { name: /not signed in lately$/ })
  const failed = await findRegion('1 email was not delivered')
  expect(failed.getByRole('link', { name: '1 email was not delivered' })).toHaveAttribute(
    'href',
    '/admin/mails?state=failed',
  )
})

test('a week that students have reached without a task links to where it is written', async () => {
  const school = await startDemoSchool()
  const { db } = school.context
  const student = await db
    .selectFrom('people')
    .innerJoin('domains', 'domains.id', 'people.domain_id')
    .select(['week', 'domain_id', 'domains.name'])
    .where('email', '=', demoLogins.student.email)
    .executeTakeFirstOrThrow()
  const { week, domain_id, name } = student
  await db.deleteFrom('tasks').where('week', '=', week).where('domain_id', '=', domain_id).execute()
  await openScreen(school, { as: 'admin', at: '/admin' })
  const card = await findRegion('1 week has students and no task')
  card.getByText(`Week ${formatWeekNumber(week ?? 0)}, ${name}`)
  expect(card.getByRole('link', { name: /^\d+ students? (is|are) in it$/ })).toHaveAttribute(
    'href',
    `/admin/student-list?state=active&domain=${domain_id}&week=${week}`,
  )
  await follow('Write the task', card)
  await waitFor(async () => expect(await findField('Week number')).toHaveFocus())
  expect(await findField('Week number')).toHaveValue(String(week))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveValue(name))
})

test('an admin can remind an advisor of overdue reviews once a day, and sees that after returning', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  const buttons = await screen.findAllByRole('button', { name: /^Remind: / })
  const [name = ''] = buttons.map((one) => one.getAttribute('aria-label')?.replace('Remind: ', ''))
  await userEvent.click(screen.getByRole('button', { name: `Remind: ${name}` }))
  await screen.findByText('Reminder sent')
  const reminded = () => screen.findByRole('button', { name: `Reminded today: ${name}` })
  expect(await reminded()).toHaveFocus()
  expect(await reminded()).toHaveAttribute('aria-disabled', 'true')
  await openScreen(school, { as: 'admin', at: '/admin' })
  expect(await reminded()).toHaveTextContent('Reminded today')
})

test('an admin can remind the person who owes marks once a day, where the headline links', async () => {
  const school = await startDemoSchool()
  const { db, clock } = school.context
  const now = clock()
  const booked = await db
    .selectFrom('reviews')
    .select('slot_id')
    .where('status', '=', 'review-scheduled')
    .where('closed_at', 'is', null)
    .where('held_at', '>', now)
    .executeTakeFirstOrThrow()
  // At night it overlaps with no other slot.
  const startsAt = now - 4 * dayMs - 9 * hourMs
  const moved = db.updateTable('slots').set({ starts_at: startsAt, ends_at: startsAt + 1 })
  await moved.where('id', '=', booked.slot_id).execute()
  await openScreen(school, { as: 'admin', at: '/admin' })
  await follow('1 has no marks')
  await expectAddress('/admin?risk=unmarked')
  const [row = document.body] = await findRows('Students at risk', 1)
  await userEvent.click(await within(row).findByRole('button', { name: /^Remind: .+, about .+$/ }))
  await screen.findByText('Reminder sent')
  await within(row).findByRole('button', { name: /^Reminded today: .+, about .+$/ })
})

test('the numbers of the headline, and a bar of one week, link to those students', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const { db } = school.context
  const verified = db.updateTable('people').where('role', '=', 'student')
  await verified.set({ week: 3 }).execute()
  const summary = await school.call(getSchoolSummary, { token })
  const { reviewsToSchedule, reviewsOverdue, studentsByWeek } = summary
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const waiting = `${reviewsToSchedule} reviews wait for a slot`
  await leads(waiting, '/admin/student-list?state=waiting', { rows: reviewsToSchedule })
  const overdue = `${reviewsOverdue} are overdue`
  await leads(overdue, '/admin/student-list?state=overdue', { rows: reviewsOverdue })
  const all = studentsByWeek.reduce((sum, { students }) => sum + students, 0)
  const inWeek3 = '/admin/student-list?state=active&week=3'
  await leads(`week 03 ${all} students`, inWeek3, { rows: Math.min(all, 50) })
})

/** Follows a link of the home to a list with this many students, and goes back. */
async function leads(name: string, to: string, { rows: count }: { rows: number }) {
  await follow(name)
  await expectAddress(to)
  await findRows('students', count)
  await goTo('Home')
  await screen.findByRole('region', { name: /^(All students are|Students are spread)/ })
}

test('each bar of several weeks, and each number of its table, links to those students', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const { studentsByWeek } = await school.call(getSchoolSummary, { token })
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const chart = within(await screen.findByRole('region', { name: /^Students are spread/ }))
  const [bar] = chart.getAllByRole('link')
  const [, from, to, students] =
    bar?.textContent.match(/^weeks (\d\d) to (\d\d) (\d+) students$/) ?? []
  const spans = `/admin/student-list?state=active&week=${Number(from)}-${Number(to)}`
  await leads(bar?.textContent ?? '', spans, { rows: Number(students) })

  await userEvent.click(await screen.findByText('Show as a table, by domain'))
  const [first] = studentsByWeek
  if (!first) throw new Error('the demo school has no students')
  const { domain, domainId, week } = first
  const few = first.students === 1 ? '1 student' : `${first.students} students`
  await leads(
    `${few} in week ${formatWeekNumber(week)} of ${domain}`,
    `/admin/student-list?state=active&domain=${domainId}&week=${week}`,
    { rows: first.students },
  )
})

test('people without a profile are counted by role, each with a link to the list', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const body = (name: string) => ({ name, email: `${name}@school.test` })
  await school.call(addPerson.student, { token, body: body('ana') })
  await school.call(addPerson.student, { token, body: body('bo') })
  await school.call(addPerson.reviewer, { token, body: body('cy') })
  const { invitedStudents, invitedAdvisors } = await school.call(getSchoolSummary, { token })
  expect(invitedStudents).toBeGreaterThan(1)
  expect(invitedAdvisors).toBe(0)
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const advice = within(await screen.findByRole('list', { name: 'What to do now' }))
  advice.getByText(/have not completed their profile yet/)
  const ways = advice
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(ways).toContainEqual([
    `${invitedStudents} students`,
    '/admin/student-list?state=unverified',
  ])
  expect(ways).toContainEqual(['1 reviewer', '/admin/reviewer-list?state=unverified'])
  expect(ways).toContainEqual([expect.stringMatching(/^\d+ slots?$/), '/admin/calendar'])
  expect(ways.map(([name]) => name)).not.toContain('0 advisors')
})

test('students without an active advisor link to where they are handed over', async () => {
  const school = await startDemoSchool()
  const token = await school.tokenOf('admin')
  const gone = await makePerson(school, 'advisor', { name: 'Ada Berg', blocked: true })
  for (let count = 0; count < 3; count++) await makeReview(school, { advisor: gone })
  await makeReview(school)
  await openScreen(school, { as: { role: 'admin', token }, at: '/admin' })
  const list = await screen.findByRole('list', { name: 'What to do now' })
  const rows = within(list).getAllByRole('listitem')
  const [row] = rows.filter(({ textContent }) => textContent?.includes('no active advisor'))
  expect(row).toHaveTextContent(
    '3 students of Ada Berg and 1 student have no active advisor.Hand over',
  )
  const links = within(row ?? list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/admin/person/advisor/${gone._id}`,
    '/admin/student-list?state=no-advisor',
    `/admin/person/advisor/${gone._id}`,
  ])
})

test('a student at risk without an advisor links to where one is chosen, or added first', async () => {
  const school = await startDemoSchool()
  const { db } = school.context
  const student = await makePerson(school, 'student')
  // It is the first of the list also among many others.
  await makeReview(school, { student, dueAt: school.time.now - 30 * dayMs })
  const at = '/admin?risk=no-advisor'
  await openScreen(school, { as: 'admin', at })
  await findRows('Students at risk', 1)
  const choice = screen.getByRole('link', { name: 'Choose an advisor' })
  expect(choice).toHaveAttribute('href', paths.person('student', student._id))

  const { now } = school.time
  await db.updateTable('people').set({ blocked_at: now }).where('role', '=', 'advisor').execute()
  await openScreen(school, { as: 'admin', at })
  const [add] = await screen.findAllByRole('link', { name: 'Add an advisor' })
  expect(add).toHaveAttribute('href', paths.addOneOf('advisor'))
  expect(screen.queryByRole('link', { name: 'Choose an advisor' })).toBeNull()
})

test('the chart’s title states its finding, and its data comes as a table and a file', async () => {
  const school = await startDemoSchool()
  await openScreen(school, { as: 'admin', at: '/admin' })
  const chart = within(
    await screen.findByRole('region', { name: /^Students are spread over weeks/ }),
  )
  expect(chart.getAllByRole('listitem').length).toBeLessThanOrEqual(8)
  await userEvent.click(chart.getByText('Show as a table, by domain'))
  const made = vi.spyOn(URL, 'createObjectURL')
  // The browser would navigate: downloads are its own work.
  const taken = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await userEvent.click(chart.getByRole('button', { name: 'Download as a file' }))
  expect(taken).toHaveBeenCalled()
  const [file] = made.mock.calls[0] ?? []
  expect(file).toBeInstanceOf(Blob)
  expect(await (file as Blob).text()).toMatch(/^\uFEFFDomain,Week,Students\r\n/)
})

test('when no student is at risk the home says so, and mentions emails only with a mail server', async () => {
  const school = await startDemoSchool()
  const { db } = school.context
  const at = school.time.now
  await db.updateTable('people').set({ blocked_at: at }).where('role', '!=', 'admin').execute()
  await db.deleteFrom('outbox').execute()
  await openScreen(school, { as: 'admin', at: '/admin' })
  await screen.findByText('No student is at risk.')

  school.context.settings.smtpUrl = 'smtp://127.0.0.1:1'
  await openScreen(school, { as: 'admin', at: '/admin' })
  await screen.findByText('No student is at risk, and all emails were sent.')
})

test('when emails are waiting the home does not say that all emails were sent', async () => {
  const school = await startDemoSchool()
  const { db } = school.context
  const at = school.time.now
  await db.updateTable('people').set({ blocked_at: at }).where('role', '!=', 'admin').execute()
  await db.deleteFrom('outbox').execute()
  await db
    .insertInto('outbox')
    .values({
      id: 'delayed',
      recipient: 'ana@school.test',
      subject: '',
      body: '',
      attempts: 6,
      created_at: at,
      due_at: at,
    })
    .execute()
  school.context.settings.smtpUrl = 'smtp://127.0.0.1:1'
  await openScreen(school, { as: 'admin', at: '/admin' })
  const waits = await screen.findByRole('link', { name: '1 email waits' })
  expect(waits).toHaveAttribute('href', '/admin/mails?state=waiting')
  expect(waits.closest('p')).toHaveTextContent('1 email waits: the mail server does not accept it.')
  await screen.findByText('No student is at risk.')
  expect(document.body).not.toHaveTextContent('all emails were sent')
})
