import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import {
  addDays,
  getClockTimeInZone,
  getDateInZone,
  getInstantAt,
} from '#contract/kit/time/zone.ts'
import { makeDemoSchool, newYork, type WholeSchool } from '#test/schools/whole-school.ts'

test.each([
  { when: 'early in the day', date: '2026-03-02', clock: '08:00', zone: newYork },
  { when: 'at noon', date: '2026-03-02', clock: '12:00', zone: newYork },
  { when: 'ten minutes before midnight', date: '2026-03-02', clock: '23:50', zone: newYork },
  { when: 'at midnight', date: '2026-03-02', clock: '00:00', zone: 'Asia/Kolkata' },
  { when: 'the day the clock is set forward', date: '2026-03-08', clock: '07:30', zone: newYork },
  { when: 'the day before it is set back', date: '2026-10-31', clock: '23:50', zone: newYork },
  { when: 'the day the clock is set back', date: '2026-11-01', clock: '00:30', zone: newYork },
  { when: 'on a leap day', date: '2028-02-29', clock: '10:10', zone: 'Pacific/Kiritimati' },
  { when: 'on New Year’s Day', date: '2027-01-01', clock: '17:45', zone: 'Australia/Lord_Howe' },
])('the school hangs together $when ($zone)', async ({ date, clock, zone }) => {
  const now = getInstantAt(date, clock, zone)
  const { app, school } = await makeDemoSchool(now, zone)
  expectSlotsInOrder(school, now, zone)
  for (const student of school.people.filter((one) => one.role === 'student' && one.verified_at)) {
    expectJourneyInOrder(school, student, now)
  }
  for (const row of [...school.people, ...school.reviews]) {
    expect(Number.parseInt(row.id.replace('-', '').slice(0, 12), 16)).toBe(row.created_at)
    expect(row.created_at).toBeLessThanOrEqual(now)
  }
  expect(app.errors).toEqual([])
})

function expectSlotsInOrder(school: WholeSchool, now: number, zone: string): void {
  const today = getDateInZone(now, zone)
  const lastByReviewer = new Map<string, number>()
  for (const slot of school.slots.toSorted((one, other) => one.starts_at - other.starts_at)) {
    expect(slot.ends_at - slot.starts_at).toBe(30 * 60_000)
    expect(slot.starts_at).toBeGreaterThanOrEqual(lastByReviewer.get(slot.reviewer_id) ?? 0)
    lastByReviewer.set(slot.reviewer_id, slot.ends_at)
    const clock = getClockTimeInZone(slot.starts_at, zone)
    expect(clock >= '09:00' && clock <= '17:30' && !clock.startsWith('13')).toBe(true)
    expect(getDateInZone(slot.starts_at, zone) <= addDays(today, 2)).toBe(true)
  }
  for (const date of [addDays(today, 1), addDays(today, 2)]) {
    const reviewers = school.slots
      .filter(({ starts_at }) => getDateInZone(starts_at, zone) === date)
      .map(({ reviewer_id }) => reviewer_id)
    expect(new Set(reviewers).size).toBe(6)
  }
  const booked = school.reviews.flatMap(({ slot_id }) => slot_id ?? [])
  expect(new Set(booked).size).toBe(booked.length)
}

function expectJourneyInOrder(
  school: WholeSchool,
  student: WholeSchool['people'][number],
  now: number,
): void {
  const reviews = school.reviews.filter(({ student_id }) => student_id === student.id)
  expect(reviews[0]).toMatchObject({ week: 1, follows_id: null, created_at: student.verified_at })
  expect(reviews.at(-1)).toMatchObject({ week: student.week, closed_at: null })
  expect(new Set(reviews.map(({ advisor_id }) => advisor_id)).size).toBe(1)

  for (const [place, review] of reviews.entries()) {
    const next = reviews[place + 1]
    const slot = school.slots.find(({ id }) => id === review.slot_id)
    expect(review.due_at - review.created_at).toBe(7 * dayMs)
    if (slot) {
      expect(slot.starts_at).toBeGreaterThan(review.created_at)
      expect(school.reviewerDomains).toContainEqual({
        reviewer_id: slot.reviewer_id,
        domain_id: student.domain_id,
      })
    }
    expectOutcome(review)
    if (review.status === 'conducted') expect(slot?.ends_at).toBeLessThanOrEqual(now)
    if (review.status === 'review-scheduled') expect(slot?.starts_at).toBeGreaterThan(now)
    if (!next) continue
    expect(review.status).toBe('conducted')
    expect(review.closed_at).toBeGreaterThan(slot?.ends_at ?? Number.POSITIVE_INFINITY)
    expect(next).toMatchObject({
      follows_id: review.id,
      created_at: review.closed_at,
      week: review.week_status === 'Week Repeat' ? review.week : review.week + 1,
    })
    const days = (next.created_at - review.created_at) / dayMs
    expect(days).toBeGreaterThan(4)
    expect(days).toBeLessThan(10)
  }
}

type Expected = { marks: [number, number]; pending: [number, number] }
const expected: Record<string, Expected> = {
  // Including the pending topics of the previous review.
  '': { marks: [0, 0], pending: [0, 5] },
  'Task Completed': { marks: [75, 98], pending: [0, 1] },
  'Task Needs Improvement': { marks: [55, 74], pending: [1, 2] },
  'Task Critical': { marks: [35, 54], pending: [2, 4] },
  'Week Repeat': { marks: [10, 40], pending: [3, 5] },
}

function expectOutcome(review: WholeSchool['reviews'][number]): void {
  const { marks, pending } = expected[review.week_status] ?? { marks: [1, 0], pending: [1, 0] }
  for (const [value, [least, most]] of [
    [review.code, marks],
    [review.theory, marks],
    [JSON.parse(review.pending_task).length, pending],
  ] as const) {
    expect(value).toBeGreaterThanOrEqual(least)
    expect(value).toBeLessThanOrEqual(most)
  }
  expect(review.week_status === '').toBe(review.status !== 'conducted')
}
