import { expect, test } from 'vitest'
import { addPerson, blockUnblock } from '#contract/accounts/accounts.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import {
  type AvailabilityBlock,
  emptyAvailability,
  saveAvailability,
} from '#contract/availability/availability.ts'
import { finishStudent, pauseStudent, reopenStudent, resumeStudent } from '#contract/enrolment.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { getStudent, listPeople } from '#contract/people/people.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getReview } from '#contract/reviews/reviews.ts'
import { removeSlots } from '#contract/slots/remove-and-clone-slots.ts'
import { addSlots } from '#contract/slots/slots.ts'
import { webhookEvents } from '#contract/webhooks/events.ts'
import { inTransaction } from '#server/kit/context.ts'
import { revokeBooking } from '#server/reviews/rescheduling/revoke-booking.ts'
import { makePerson } from '#test/factories.ts'
import { startSchoolWithWebhook } from '#test/webhooks/start-school.ts'

test('each change of a review is an event, and so is its undo', async () => {
  const { app, id, token, hook, deliver, arrived, receiver, book, move, undo, cancel, ...school } =
    await startSchoolWithWebhook()
  await hook()
  await move()
  await undo('advisor')
  await cancel('reviewer')
  await undo('reviewer')
  await inTransaction(app.context, (tx) => revokeBooking(tx, { reviewId: id }))
  await book()
  app.time.now += hourMs + 11 * minuteMs
  await school.noShow('reviewer', 'student')
  await book({ reviewer: school.other._id, slot: school.ofOther })
  await deliver()
  const { body: review } = await app.call(getReview, { token, query: { id } })
  expect(receiver.received.at(-1)?.event.data).toEqual({ ...review, mark: null, previous: null })
  expect(arrived()).toEqual(
    [
      ...['moved', 'moved', 'cancelled', 'booked'],
      ...['cancelled', 'booked', 'cancelled', 'booked'],
    ].map((what) => `review.${what} ${id}`),
  )
})

test('a review that is moved or loses its slot says which one', async () => {
  const { app, hook, deliver, receiver, move, cancel, reviewer, slot, other, ofOther } =
    await startSchoolWithWebhook()
  await hook()
  const rows = await app.context.db.selectFrom('slots').selectAll().execute()
  const toPrevious = (id: string, { _id, name }: { _id: string; name: string }) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Error('there is no such slot')
    const { starts_at, ends_at } = row
    return {
      startsAt: new Date(starts_at).toISOString(),
      endsAt: new Date(ends_at).toISOString(),
      reviewer: { _id, name },
    }
  }
  await move({ reviewer: other._id, slot: ofOther })
  await cancel('advisor')
  await deliver()
  expect(receiver.received.map(({ event }) => [event.type, event.data.previous])).toEqual([
    ['review.moved', toPrevious(slot, reviewer)],
    ['review.cancelled', toPrevious(ofOther, other)],
  ])
  expect(receiver.received[1]?.event.data).toMatchObject({ startsAt: null, mark: null })
})

test('marks, their correction even after the decision, the decision and the week are events', async () => {
  const { app, id, hook, deliver, arrived, receiver, reviewer, advisor, student } =
    await startSchoolWithWebhook()
  await hook()
  const mark = (code: number) =>
    app.call(updateMark, {
      token: reviewer.token,
      body: { id, value: { mark: { code, theory: 2, weekStatus: 'Task Completed' } } },
    })
  await mark(1)
  await mark(1)
  await mark(2)
  const value = { status: 'next-week' } as const
  await app.call(createReview.advisor, { token: advisor.token, body: { id, value } })
  await mark(3)
  await app.call(undoDecision.advisor, { token: advisor.token, body: { value: { reviewId: id } } })
  await app.call(createReview.advisor, {
    token: advisor.token,
    body: { id, value: { status: 'week-repeat' } },
  })
  await deliver()
  const ofReview = arrived().filter((line) => line.endsWith(id))
  expect(ofReview).toEqual(
    ['conducted', 'conducted', 'decided', 'conducted', 'decided'].map((e) => `review.${e} ${id}`),
  )
  const marked = receiver.received.find(({ event }) => event.type === 'review.conducted')
  expect(marked?.event.data.mark).toEqual({ code: 1, theory: 2, weekStatus: 'Task Completed' })
  const weeks = arrived().filter((line) => line.startsWith('student.'))
  expect(weeks).toEqual(Array(2).fill(`student.week-changed ${student._id}`))
})

test('a student who is added, finished or blocked is an event, without what staff noted', async () => {
  const { app, token, hook, deliver, arrived, receiver, student, reviewer } =
    await startSchoolWithWebhook()
  await hook()
  const person = { name: 'Ana', email: 'ana@new.test' }
  await app.call(addPerson.student, { token, body: person })
  await app.call(addPerson.advisor, { token, body: { name: 'Ada', email: 'ada@new.test' } })
  const value = { id: student._id, outcome: 'left', reason: 'Moved abroad' } as const
  await app.call(finishStudent.admin, { token, body: { value } })
  for (const action of ['block', 'unblock'] as const) {
    await app.call(blockUnblock.reviewer, { token, body: { id: reviewer._id, action } })
  }
  await deliver()
  const added = receiver.received.find(({ event }) => event.type === 'student.added')
  expect(added?.event.data).toMatchObject({ ...person, role: 'student', isProfileVerified: false })
  const { body: shown } = await app.call(getStudent, { token, query: { id: student._id } })
  const finished = receiver.received.find(({ event }) => event.type === 'student.finished')
  expect(shown).toMatchObject({ finished: 'left', finishReason: 'Moved abroad' })
  const { role, ...data } = finished?.event.data ?? {}
  expect([role, shown]).toEqual(['student', expect.objectContaining(data)])
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('Moved abroad')
  const people = arrived().filter((line) => !line.startsWith('review.'))
  expect(people.map((line) => line.split(' ')[0]).toSorted()).toEqual([
    ...['person.added', 'person.added', 'person.blocked', 'person.unblocked'],
    ...['student.added', 'student.finished'],
  ])
})

test('a directory stays up to date: people of all roles who are added, edited, and gone', async () => {
  const { app, token, hook, deliver, arrived, receiver, reviewer } = await startSchoolWithWebhook()
  await hook(webhookEvents.filter((event) => event.startsWith('person.')))
  const person = { name: 'Ada', email: 'ada@new.test' }
  await app.call(addPerson.admin, { token, body: person })
  const { body: admins } = await app.call(listPeople.admin, { token, query: { search: 'ada' } })
  const [ada] = admins
  if (!ada) throw new Error('nobody was added')
  const edit = { id: reviewer._id, name: 'Priya N.', email: 'priya@new.test' }
  await app.call(editPerson.reviewer, { token, body: { value: edit } })
  await app.call(revokeInvitation, { token, body: { value: { id: ada._id } } })
  const gone = await makePerson(app, 'advisor', { name: 'Gone Lee' })
  await app.call(erasePerson, { token, body: { value: { id: gone._id, name: 'Gone Lee' } } })
  await deliver()
  expect(arrived().toSorted()).toEqual(
    [
      ...[`person.added ${ada._id}`, `person.erased ${ada._id}`, `person.erased ${gone._id}`],
      ...Array(2).fill(`person.changed ${reviewer._id}`),
    ].toSorted(),
  )
  const changes = receiver.received.filter(({ event }) => event.type === 'person.changed')
  expect(changes.map(({ event }) => [event.data.name, event.data.email])).toEqual([
    ['Priya N.', reviewer.email],
    ['Priya N.', 'priya@new.test'],
  ])
  const erased = receiver.received.filter(({ event }) => event.type === 'person.erased')
  expect(erased.map(({ event }) => event.data)).toEqual(
    expect.arrayContaining([
      { _id: ada._id, role: 'admin' },
      { _id: gone._id, role: 'advisor' },
    ]),
  )
})

test('a pause, its end and a reopened course are events', async () => {
  const { app, token, hook, deliver, arrived, receiver, student } = await startSchoolWithWebhook()
  await hook()
  const { _id: id } = student
  await app.call(pauseStudent, { token, body: { value: { id, reason: 'Ill' } } })
  await app.call(resumeStudent, { token, body: { value: { id } } })
  const value = { id, outcome: 'left' } as const
  await app.call(finishStudent.admin, { token, body: { value } })
  await app.call(reopenStudent.admin, { token, body: { value: { id } } })
  await deliver()
  expect(arrived().filter((line) => line.startsWith('student.'))).toEqual(
    ['paused', 'resumed', 'finished', 'reopened'].map((what) => `student.${what} ${id}`),
  )
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('Ill')
})

test('slots that a reviewer adds and removes are events', async () => {
  const { app, hook, deliver, receiver, reviewer, later } = await startSchoolWithWebhook()
  const { token } = reviewer
  await hook(['slot.added', 'slot.removed'])
  const values = { date: '2026-03-03', timeStart: '10:00', timeEnd: '11:00', reviewTime: 30 }
  const { body: added } = await app.call(addSlots, { token, body: { values, confirm: false } })
  await app.call(removeSlots, { token, body: { value: { slots: [later] } } })
  await deliver()
  const events = receiver.received.map(({ event }) => [event.type, event.data._id])
  const all = [...added.map(({ _id }) => ['slot.added', _id]), ['slot.removed', later]]
  expect(events.toSorted()).toEqual(all.toSorted())
  const first = receiver.received.find(({ event }) => event.type === 'slot.added')
  expect(first?.event.data).toMatchObject({
    date: '2026-03-03',
    isBooked: false,
    reviewer: { _id: reviewer._id, name: reviewer.name },
  })
})

test('slots that follow from a reviewer’s weekly availability, and go with it, are events', async () => {
  const { app, hook, deliver, receiver, reviewer } = await startSchoolWithWebhook()
  await hook(['slot.added', 'slot.removed'])
  const save = async (blocks: AvailabilityBlock[]) => {
    await app.call(saveAvailability, {
      token: reviewer.token,
      body: { value: { ...emptyAvailability, blocks } },
    })
    await deliver()
    return receiver.received.splice(0).map(({ event }) => event.type)
  }
  const fridays = { weekday: 5, from: '09:00', to: '10:00', reviewTime: 30 }
  const block = { ...fridays, everyWeeks: 1, since: '2026-03-01', until: '2026-03-06' }
  expect(await save([block])).toEqual(['slot.added', 'slot.added'])
  expect(await save([])).toEqual(['slot.removed', 'slot.removed'])
})

test('privacy: reasons of a reschedule request are not sent', async () => {
  const { hook, deliver, receiver, ask, move, other, ofOther } = await startSchoolWithWebhook()
  await hook()
  await ask([ofOther], 'A wedding')
  await move({ reviewer: other._id, slot: ofOther })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]?.body).not.toContain('wedding')
})

test('a webhook is sent only its events', async () => {
  const { hook, deliver, arrived, move, cancel, id } = await startSchoolWithWebhook()
  await hook(['review.cancelled'])
  await move()
  await cancel('advisor')
  await deliver()
  expect(arrived()).toEqual([`review.cancelled ${id}`])
})

test('marks without a week status are in the event', async () => {
  const { app, id, hook, deliver, receiver, reviewer } = await startSchoolWithWebhook()
  await hook()
  const mark = { code: 80, theory: 70, weekStatus: '' as const }
  await app.call(updateMark, { token: reviewer.token, body: { id, value: { mark } } })
  await deliver()
  expect(receiver.received[0]?.event).toMatchObject({ type: 'review.conducted', data: { mark } })
})
