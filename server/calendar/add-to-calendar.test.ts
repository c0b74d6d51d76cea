import { expect, test } from 'vitest'
import { getCalendarEntry } from '#contract/calendar/add-to-calendar.ts'
import { parseCalendar } from '#test/calendar/parse-calendar.ts'
import { startBookedSchool } from '#test/schools/booked.ts'

test('a booked review can be added to web calendars, or downloaded as a file', async () => {
  const { app, student, reviewer, id } = await startBookedSchool()
  const { status, body } = await app.call(getCalendarEntry.student, {
    token: student.token,
    query: { id },
  })
  expect(status).toBe(200)
  const call = `http://weekward.test/call/${id}`
  const review = `http://weekward.test/review-details/${id}`
  const details = `Join the call: ${call}\nOpen the review: ${review}`
  const title = `Review of week 01 with ${reviewer.name}`
  const asked = (url: string) => Object.fromEntries(new URL(url).searchParams)
  expect(asked(body.google)).toEqual({
    action: 'TEMPLATE',
    text: title,
    details,
    location: call,
    dates: '20260302T180000Z/20260302T183000Z',
  })
  expect(asked(body.outlook)).toEqual({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    body: details,
    location: call,
    startdt: '2026-03-02T18:00:00.000Z',
    enddt: '2026-03-02T18:30:00.000Z',
  })
  const { origin, pathname } = new URL(body.google)
  expect(origin + pathname).toBe('https://calendar.google.com/calendar/render')
  expect(body.outlook).toMatch(/^https:\/\/outlook\.live\.com\/calendar\/0\/deeplink\/compose\?/)
  expect(asked(body.office)).toEqual(asked(body.outlook))
  expect(new URL(body.office).host).toBe('outlook.office.com')
  // A plus would be shown literally.
  for (const link of [body.google, body.outlook, body.office]) expect(link).not.toContain('+')
  expect(parseCalendar(body.file)).toMatchObject({
    method: 'PUBLISH',
    entries: [{ id: `${id}@weekward`, sequence: 1, title, details, place: call }],
  })
})

test('a review without a slot, or somebody else’s, has no calendar entry', async () => {
  const { app, student, reviewer, other, id, cancel } = await startBookedSchool()
  const ask = (role: 'student' | 'reviewer', { token }: { token: string }) =>
    app.call(getCalendarEntry[role], { token, query: { id } })
  expect((await ask('reviewer', other)).status).toBe(404)
  expect((await ask('reviewer', reviewer)).status).toBe(200)
  await cancel('advisor')
  expect(await ask('student', student)).toMatchObject({
    status: 409,
    body: { message: 'This review has no slot' },
  })
})
