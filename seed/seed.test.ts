import { expect, test } from 'vitest'
import { login } from '#contract/accounts/accounts.ts'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { getDateInZone, getInstantAt } from '#contract/kit/time/zone.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { demoLogins } from '#contract/school/school.ts'
import { checkPassword } from '#server/accounts/password.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import { startApp } from '#test/app.ts'
import {
  beforeOpening,
  findPerson,
  makeDemoSchool,
  newYork,
  readSchool,
  type WholeSchool,
} from '#test/schools/whole-school.ts'
import { seedDemo } from './demo.ts'

test('the demo school has its domains, tasks and people', async () => {
  const { school } = await makeDemoSchool()

  expect(school.domains.map(({ name }) => name).sort()).toEqual([
    'Data Analysis',
    'Mobile Development',
    'Web Development',
  ])
  for (const domain of school.domains) {
    const weeks = school.tasks.filter((task) => task.domain_id === domain.id)
    expect(weeks.map(({ week }) => week)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const task of weeks) {
      for (const list of [task.personal_development, task.technical, task.miscellaneous]) {
        expect(JSON.parse(list).length).toBeGreaterThanOrEqual(2)
      }
    }
  }
  const inRole = (role: string) => school.people.filter((person) => person.role === role)
  expect([inRole('student'), inRole('advisor'), inRole('reviewer'), inRole('admin')]).toMatchObject(
    [{ length: 60 }, { length: 4 }, { length: 6 }, { length: 1 }],
  )
  expect(new Set(inRole('student').map(({ week }) => week)).size).toBe(13)
  for (const reviewer of inRole('reviewer')) {
    const own = school.reviewerDomains.filter(({ reviewer_id }) => reviewer_id === reviewer.id)
    expect([1, 2]).toContain(own.length)
  }
  expect(school.facts).toEqual([{ name: 'demo', value: new Date(beforeOpening).toISOString() }])
})

test('every demo login works, and nobody can sign in as anyone else', async () => {
  const { school } = await makeDemoSchool()

  for (const { email, password } of Object.values(demoLogins)) {
    expect(await checkPassword(password, findPerson(school, email).password_hash)).toBe(true)
  }
  const demoEmails = Object.values(demoLogins).map(({ email }) => email)
  const others = school.people.filter(({ email }) => !demoEmails.includes(email))
  const hashes = new Set(others.filter((one) => one.verified_at).map((one) => one.password_hash))
  expect(hashes.size).toBe(1)
  for (const hash of hashes) expect(await checkPassword('weekward-demo', hash)).toBe(false)
})

test('the demo student signs in and sees the current week and its booked review', async () => {
  const { app } = await makeDemoSchool()
  const signedIn = await app.call(login.student, { body: demoLogins.student })
  const home = await app.call(getHome, { token: signedIn.body.studentToken?.token })
  expect(home.body).toMatchObject({
    status: 'review-scheduled',
    week: 5,
    day: '2026-03-03',
    time: '10:00 AM',
    student: { name: 'Amara Okafor', domain: { name: 'Web Development' } },
    advisor: { name: 'Henrik Lindqvist' },
    reviewer: { name: 'Priya Nair' },
  })
})

test('a few students are still invited, without a password, and one or two are blocked', async () => {
  const { school } = await makeDemoSchool()

  const invited = school.people.filter(({ verified_at }) => verified_at === null)
  expect(invited).toHaveLength(4)
  for (const person of invited) {
    expect(person).toMatchObject({ role: 'student', password_hash: null, number: null, week: null })
  }
  expect(school.invitations.map(({ person_id }) => person_id)).toEqual(invited.map(({ id }) => id))
  for (const { expires_at } of school.invitations) expect(expires_at).toBeGreaterThan(beforeOpening)
  expect(school.people.filter(({ blocked_at }) => blocked_at !== null)).toHaveLength(2)
})

test('people have unique names and consistent profiles', async () => {
  const { school } = await makeDemoSchool()

  expect(new Set(school.people.map(({ name }) => name)).size).toBe(school.people.length)
  for (const person of school.people) {
    expect(person.email).toMatch(/^[a-z.-]+@((student|advisor|reviewer)s\.)?weekward\.test$/)
    expect(person).toMatchObject(computePersonKeys(person, defaultSortingLanguage))
    if (person.role === 'admin' || person.verified_at === null) continue
    expect(person.number).toMatch(/^\d{10}$/)
    expect(['male', 'female']).toContain(person.gender)
    const dayAt = (age: number) => `${2026 - age}-03-02`
    const age = person.age ?? 0
    expect(String(person.dob) <= dayAt(age) && String(person.dob) > dayAt(age + 1)).toBe(true)
    expect(person.age).toBeGreaterThanOrEqual(18)
  }
})

test('the demo student has a past with a repeated week and a review tomorrow morning', async () => {
  const { school } = await makeDemoSchool()
  const student = findPerson(school, 'student@weekward.test')
  const own = school.reviews.filter(({ student_id }) => student_id === student.id)

  expect(own.map(({ week, week_status }) => [week, week_status])).toEqual([
    [1, 'Task Completed'],
    [2, 'Task Needs Improvement'],
    [3, 'Week Repeat'],
    [3, 'Task Completed'],
    [4, 'Task Completed'],
    [5, ''],
  ])
  const slot = school.slots.find(({ id }) => id === own.at(-1)?.slot_id)
  expect(slot?.reviewer_id).toBe(findPerson(school, 'reviewer@weekward.test').id)
  expect(slot?.starts_at).toBe(getInstantAt('2026-03-03', '10:00', newYork))
  expect(own.at(-1)?.advisor_id).toBe(findPerson(school, 'advisor@weekward.test').id)
})

test('the demo advisor and reviewer have reviews in every state', async () => {
  for (const clock of ['08:00', '13:10', '19:00']) {
    const now = getInstantAt('2026-03-04', clock, newYork)
    const { school } = await makeDemoSchool(now)

    const advisor = findPerson(school, 'advisor@weekward.test')
    const open = school.reviews.filter(
      (review) => review.advisor_id === advisor.id && review.closed_at === null,
    )
    const count = (status: string) => open.filter((review) => review.status === status).length
    expect(open).toHaveLength(14)
    expect(count('not-scheduled')).toBeGreaterThanOrEqual(3)
    expect(count('review-scheduled')).toBeGreaterThanOrEqual(5)
    expect(count('conducted')).toBeGreaterThanOrEqual(2)

    const reviewer = findPerson(school, 'reviewer@weekward.test')
    const slots = school.slots.filter(({ reviewer_id }) => reviewer_id === reviewer.id)
    const booked = new Set(school.reviews.map(({ slot_id }) => slot_id))
    const ahead = slots.filter(({ starts_at }) => starts_at > now)
    expect(ahead.filter(({ id }) => booked.has(id)).length).toBeGreaterThanOrEqual(3)
    expect(ahead.filter(({ id }) => !booked.has(id)).length).toBeGreaterThanOrEqual(3)
    expect(slots.length - ahead.length).toBeGreaterThan(20)
  }
})

test('some reviews wait for a slot, and some of those are overdue', async () => {
  const { school } = await makeDemoSchool()
  const waiting = school.reviews.filter(({ status }) => status === 'not-scheduled')
  const overdue = waiting.filter(({ due_at }) => due_at < beforeOpening)
  expect(overdue.length).toBeGreaterThanOrEqual(3)
  expect(waiting.length - overdue.length).toBeGreaterThanOrEqual(8)
})

test('in the morning every reviewer has slots on each of the three days, a third booked', async () => {
  const { school } = await makeDemoSchool()
  const ahead = school.slots.filter(({ starts_at }) => starts_at > beforeOpening)

  for (const { id } of school.people.filter(({ role }) => role === 'reviewer')) {
    for (const date of ['2026-03-02', '2026-03-03', '2026-03-04']) {
      const own = ahead.filter(
        (slot) => slot.reviewer_id === id && getDateInZone(slot.starts_at, newYork) === date,
      )
      expect(own.length).toBeGreaterThanOrEqual(4)
    }
  }
  const scheduled = school.reviews.filter(({ status }) => status === 'review-scheduled')
  expect(scheduled.length / ahead.length).toBeGreaterThan(0.25)
  expect(scheduled.length / ahead.length).toBeLessThan(0.45)
})

test('the same time generates the same school, including ids', async () => {
  const withoutSecrets = ({ people, invitations, ...rest }: WholeSchool) => ({
    ...rest,
    people: people.map((person) => ({ ...person, password_hash: '' })),
    invitations: invitations.map((invitation) => ({ ...invitation, secret_hash: '' })),
  })
  const [one, other] = [await makeDemoSchool(), await makeDemoSchool()]
  expect(withoutSecrets(one.school)).toEqual(withoutSecrets(other.school))

  const later = await makeDemoSchool(beforeOpening + dayMs)
  expect(later.school.reviews).not.toEqual(one.school.reviews)
})

test('a database with people is left unchanged, even if two servers start at once', async () => {
  const app = await startApp()
  await Promise.all([seedDemo(app.context), seedDemo(app.context)])
  const school = await readSchool(app.context.db)
  expect(school.people).toHaveLength(71)

  app.time.now += dayMs
  await seedDemo(app.context)
  expect(await readSchool(app.context.db)).toEqual(school)
})

test('both attended a recent review about on time, one ended it, and both left', async () => {
  const { school } = await makeDemoSchool()
  const held = school.reviews.filter(({ status }) => status === 'conducted')
  const slotOf = (id: string | null) => school.slots.find((slot) => slot.id === id)
  const late = held.filter(
    ({ slot_id }) => (slotOf(slot_id)?.starts_at ?? 0) > beforeOpening - 28 * dayMs,
  )
  expect(late.length).toBeGreaterThan(50)
  for (const review of late) {
    const slot = slotOf(review.slot_id)
    const events = school.callEvents
      .filter(({ review_id }) => review_id === review.id)
      .sort((one, other) => one.at - other.at)
    expect(events.map(({ kind }) => kind)).toEqual([
      'joined',
      'joined',
      'answered',
      'ended',
      'left',
      'left',
    ])
    const people = new Set(events.map(({ person_id }) => person_id))
    expect(people).toEqual(new Set([review.student_id, slot?.reviewer_id]))
    expect(events.at(-1)?.at).toBeLessThanOrEqual(beforeOpening)
  }
})
