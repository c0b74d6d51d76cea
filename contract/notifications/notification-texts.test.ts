import { expect, test } from 'vitest'
import { notificationKinds, securityKinds } from '../kit/kinds/notification-kind.ts'
import { notificationDefinitions } from './notifications.ts'

const when = 'Tue 3 Mar, 12:00 PM'
const before = 'Wed 4 Mar, 12:00 PM'
const [student, priya] = [
  { _id: 'sofia', name: 'Sofía' },
  { _id: 'priya', name: 'Priya' },
]
const place = (date: string) => ({ startsAt: `2026-03-${date}T12:00:00Z`, reviewer: priya })
const all = { student, week: 3, by: 'Ada', who: null, reason: null, from: null, to: null }
const booked = { ...all, to: place('03') }
const moved = { ...all, from: place('04'), to: place('03') }
const left = { ...all, from: place('03') }
const utc = { timeZone: 'UTC', schoolZone: 'UTC', review: null }
const toStudent = { ...utc, _id: 'sofia', role: 'student' as const }
const toAdvisor = { ...utc, _id: 'ada', role: 'advisor' as const }
const toReviewer = { ...utc, _id: 'priya', role: 'reviewer' as const }

test('subjects about a booking contain its day and time', () => {
  const ahead = { student, week: 3, to: place('03'), due: '2026-03-09T12:00:00Z' }
  expect([
    notificationDefinitions.booked.subject(booked, toStudent),
    notificationDefinitions.booked.subject(booked, toReviewer),
    notificationDefinitions.moved.subject(moved, toStudent),
    notificationDefinitions.cancelled.subject(left, toStudent),
    notificationDefinitions.lost.subject(left, toStudent),
    notificationDefinitions['reminder-hour'].subject(ahead, toStudent),
  ]).toEqual([
    `Booked: week 03, ${when}`,
    `Booked: Sofía’s week 03, ${when}`,
    `Moved: week 03, ${when}`,
    `Cancelled: week 03, ${when}`,
    `Slot removed: week 03, ${when}`,
    `Starts soon: week 03, ${when}`,
  ])
})

test('a move says from when and by whom; an automatic one names nobody', () => {
  expect(notificationDefinitions.moved.text(moved, toStudent)).toBe(
    `Ada moved your week 03 review. It was on ${before} and is now on ${when} with Priya.`,
  )
  expect(notificationDefinitions.moved.text({ ...moved, by: null }, toStudent)).toBe(
    `Your week 03 review was moved. It was on ${before} and is now on ${when} with Priya.`,
  )
})

test('an advisor reads who else booked a review or undid a change', () => {
  const grace = { ...booked, by: 'Grace', undoes: 'moved' as const }
  const by = (name: string | null) =>
    (['booked', 'undone'] as const).map((kind) =>
      notificationDefinitions[kind].text({ ...grace, by: name }, toAdvisor),
    )
  const undone = 'The move of Sofía’s week 03 review was undone'
  const since = `The review is on ${when} with Priya.`
  expect(by('Grace')).toEqual([
    `Grace booked Sofía’s week 03 review for ${when} with Priya.`,
    `${undone} by Grace. ${since}`,
  ])
  const unnamed = [
    `Sofía’s week 03 review is booked for ${when} with Priya.`,
    `${undone}. ${since}`,
  ]
  expect(by(null)).toEqual(unnamed)
  expect(notificationDefinitions.booked.text(grace, toStudent)).toBe(
    `Your week 03 review is booked for ${when} with Priya.`,
  )
})

test('a cancellation names its author once and says what comes next', () => {
  expect(
    notificationDefinitions.cancelled.text({ ...left, by: 'Priya', reason: 'Ill!' }, toStudent),
  ).toBe(
    `Priya cancelled your week 03 review on ${when}: Ill! Your advisor will book another slot.`,
  )
})

test('students without an active advisor hear that the school assigns one', () => {
  const payload = { ...left, by: 'Priya', reason: 'Ill', hasAdvisor: false }
  const next = 'Your school will assign you an advisor, who will book'
  expect(notificationDefinitions.cancelled.text(payload, toStudent)).toMatch(
    `Ill. ${next} another slot.`,
  )
  expect(
    notificationDefinitions['no-show'].text({ ...payload, who: 'reviewer' }, toStudent),
  ).toMatch(`Tue 3 Mar, 12:00 PM. ${next} another slot.`)
  const ahead = { student, week: 3, to: null, due: '2026-03-09T12:00:00Z', hasAdvisor: false }
  expect(notificationDefinitions.overdue.text(ahead, toStudent)).toMatch(
    `has no slot. ${next} one.`,
  )
})

test('the button leads elsewhere if the review is no longer the reader’s', () => {
  const { button, path } = notificationDefinitions.cancelled
  expect([button(toReviewer), path(toReviewer)]).toEqual([
    'Open your calendar',
    '/reviewer/calendar',
  ])
  const own = { ...toStudent, review: 'a' }
  expect([button(own), path(own)]).toEqual(['Open the review', '/review-details/a'])
  const { button: join, path: room } = notificationDefinitions['reminder-hour']
  expect([join(own), room(own)]).toEqual(['Join the call', '/call/a'])
})

test('undoing an email change is described as an undo', () => {
  const payload = { email: 'old@school.test', isBack: true }
  expect(notificationDefinitions['email-changed'].text(payload, toStudent)).toBe(
    'Your email change was undone. Your email address is old@school.test again, and you were signed out everywhere. If this was not you, contact your admin right away.',
  )
})

test('exactly the safety kinds cannot be switched off', () => {
  expect(notificationKinds.filter((kind) => notificationDefinitions[kind].isSafety)).toEqual(
    securityKinds,
  )
})

test('a due date is the school’s day, wherever the reader is', () => {
  const due = '2026-03-10T01:00:00Z'
  const abroad = { ...toStudent, timeZone: 'Europe/Berlin', schoolZone: 'America/New_York' }
  expect(
    notificationDefinitions.overdue.text({ student, week: 3, to: null, due }, abroad),
  ).toContain('was due on Mon 9 Mar')
})
