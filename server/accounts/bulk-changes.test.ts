import { expect, test } from 'vitest'
import { type BulkRequest, bulkRefusals, runBulkAction } from '#contract/accounts/bulk-actions.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { domainRefusals } from '#contract/domains/domain.ts'
import { editDomain } from '#contract/domains/domains.ts'
import { enrolmentRefusals } from '#contract/enrolment.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { listNotifications } from '#contract/notifications/list.ts'
import { editPersonRefusals } from '#contract/people/edit-person.ts'
import { getPerson, listPeople } from '#contract/people/people.ts'
import { studentRefusals } from '#contract/reviews/scheduling/booking.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'

type Change = Omit<BulkRequest, 'ids'> & Record<string, unknown>

/** An admin, two advisors, and three students of the first, of whom two have a booked slot. */
async function start() {
  const app = await startApp()
  const { db } = app.context
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const { token } = admin
  const ada = await makePerson(app, 'advisor', { name: 'Ada' })
  const ben = await makePerson(app, 'advisor', { name: 'Ben' })
  const reviewer = await makePerson(app, 'reviewer')
  const students = []
  for (const hours of [1, 2]) {
    const student = await makePerson(app, 'student')
    const slot = await makeSlot(app, reviewer, app.time.now + hours * hourMs)
    await makeReview(app, { student, advisor: ada, slot })
    students.push(student)
  }
  const waiting = await makePerson(app, 'student')
  await makeReview(app, { student: waiting, advisor: ada })
  students.push(waiting)
  const ids = students.map(({ _id }) => _id)
  const change = async (value: Change, of: string[] = ids) =>
    app.send<{ message: string; done: string[]; refused: { id: string; message: string }[] }>(
      'PATCH',
      '/admin/change-many-student',
      { token, body: { ids: of, ...value } },
    )
  const listed = async () => {
    const { body } = await app.call(listPeople.student, { token, query: {} })
    return ids.map((id) => body.find(({ _id }) => _id === id))
  }
  const booked = async () =>
    (await db.selectFrom('reviews').select('id').where('slot_id', 'is not', null).execute()).length
  const loadOf = async ({ _id: id }: { _id: string }) =>
    (await app.call(getPerson, { token, query: { id } })).body
  return {
    app,
    db,
    token,
    ada,
    ben,
    reviewer,
    students,
    ids,
    change,
    listed,
    booked,
    loadOf,
  }
}

test('several students are paused at once: their slots are freed, and the others are named', async () => {
  const { app, token, ids, students, change, listed, booked, reviewer } = await start()
  const [first] = students
  await change({ action: 'pause', reason: 'Ill' }, [first?._id ?? ''])
  const invited = await makePerson(app, 'student', { verified: false })
  const all = [...ids, invited._id, reviewer._id]
  const { status, body } = await change(
    { action: 'pause', reason: 'Summer', until: '2026-04-06' },
    all,
  )
  expect([status, body.message]).toEqual([200, 'Done for 2 of 5.'])
  expect(body.done.toSorted()).toEqual(ids.slice(1).toSorted())
  expect(Object.fromEntries(body.refused.map(({ id, message }) => [id, message]))).toEqual({
    [first?._id ?? '']: enrolmentRefusals.alreadyPaused.message,
    [invited._id]: enrolmentRefusals.notVerified.message,
    [reviewer._id]: 'This student does not exist',
  })
  expect(await listed()).toMatchObject([
    { isPaused: true, pausedUntil: null },
    { isPaused: true, pausedUntil: '2026-04-06' },
    { isPaused: true, pausedUntil: '2026-04-06' },
  ])
  expect(await booked()).toBe(0)
  const log = await app.call(listAuditLog, { token, query: { kind: 'people' } })
  expect(log.body.filter(({ deed }) => deed === 'paused')).toHaveLength(3)
})

test('a pause of several students is undone for ten minutes, with the slots that are still free', async () => {
  const { app, db, ids, reviewer, change, listed, booked } = await start()
  await change({ action: 'pause', reason: 'Summer' })
  expect(await booked()).toBe(0)
  const [slot] = await db.selectFrom('slots').selectAll().orderBy('starts_at').execute()
  await makeReview(app, { slot: slot?.id ?? '' })
  expect(reviewer._id).toBe(slot?.reviewer_id)
  expect((await change({ action: 'undo-pause' })).body.message).toBe(
    'Undone for 3 of 3. 1 slot is no longer free.',
  )
  expect(await listed()).toMatchObject(Array(3).fill({ isPaused: false }))
  expect(await booked()).toBe(2)
  await change({ action: 'pause', reason: 'Summer' })
  app.time.now += 11 * minuteMs
  const late = await change({ action: 'undo-pause' })
  expect(late.body).toMatchObject({ done: [], message: 'Undone for 0 of 3.' })
  expect(late.body.refused[0]?.message).toBe(enrolmentRefusals.pauseOver.message)
  expect(ids).toHaveLength(3)
})

test('several students finish at once, and that is undone', async () => {
  const { app, token, change, listed, booked } = await start()
  expect((await change({ action: 'finish', outcome: 'graduated' })).body.message).toBe(
    'Done for 3 of 3.',
  )
  expect(await listed()).toMatchObject(Array(3).fill({ finished: 'graduated', advisor: null }))
  const again = await change({ action: 'finish', outcome: 'left' })
  expect(again.body.refused.map(({ message }) => message)).toEqual(
    Array(3).fill(studentRefusals.finished.message),
  )
  expect((await change({ action: 'undo-finish' })).body.message).toBe('Undone for 3 of 3.')
  expect(await listed()).toMatchObject(Array(3).fill({ finished: null, advisor: { name: 'Ada' } }))
  expect(await booked()).toBe(2)
  const { body } = await app.call(listAuditLog, { token, query: { kind: 'reviews' } })
  const actions = new Set(body.map(({ deed }) => deed))
  expect(actions).toContain('review-reopened')
  expect(actions).toContain('change-undone')
  expect(actions).not.toContain('slot-booked')
})

test('several paused students resume at once, and several finished ones take part again', async () => {
  const { app, students, ids, change, listed } = await start()
  await change({ action: 'pause', reason: 'Summer', until: '2026-04-06' }, ids.slice(0, 2))
  expect(await listed()).toMatchObject([
    ...Array(2).fill({ pauseReason: 'Summer', pausedUntil: '2026-04-06' }),
    { pauseReason: null },
  ])
  const { body } = await change({ action: 'resume' })
  expect(body).toMatchObject({
    message: 'Done for 2 of 3.',
    done: ids.slice(0, 2).toSorted(),
    refused: [{ id: ids[2], message: enrolmentRefusals.notPaused.message }],
  })
  const text = async () => {
    const { token = '' } = students[0] ?? {}
    return (await app.call(listNotifications.student, { token, query: {} })).body[0]?.text
  }
  expect(await text()).toMatch(/^Grace resumed your course\. /)
  await change({ action: 'finish', outcome: 'left', reason: 'Moved' }, ids.slice(1))
  expect(await listed()).toMatchObject([
    { finished: null },
    ...Array(2).fill({ finishReason: 'Moved' }),
  ])
  expect((await change({ action: 'reopen' })).body).toMatchObject({
    message: 'Done for 2 of 3.',
    done: ids.slice(1).toSorted(),
    refused: [{ id: ids[0], message: enrolmentRefusals.notFinished.message }],
  })
  expect(await listed()).toMatchObject(Array(3).fill({ isPaused: false, finished: null }))
})

test('several students get another advisor at once, who is notified once', async () => {
  const { app, ada, ben, ids, change, listed, booked } = await start()
  expect((await change({ action: 'advisor', advisor: ben._id })).body).toMatchObject({
    message: 'Done for 3 of 3.',
    refused: [],
    done: ids.toSorted(),
  })
  expect(await listed()).toMatchObject(Array(3).fill({ advisor: { name: 'Ben' } }))
  expect(await booked()).toBe(2)
  const notified = await app.call(listNotifications.advisor, { token: ben.token, query: {} })
  expect(notified.body).toHaveLength(1)
  // Safe to repeat.
  expect((await change({ action: 'advisor', advisor: ben._id })).body.message).toBe(
    'Done for 3 of 3.',
  )
  expect((await change({ action: 'advisor', advisor: null })).body.message).toBe('Done for 3 of 3.')
  expect(await listed()).toMatchObject(Array(3).fill({ advisor: null }))
  expect((await change({ action: 'advisor', advisor: ada._id })).status).toBe(200)
})

test('several students are shared evenly among the other advisors', async () => {
  const { app, ada, ben, change, loadOf } = await start()
  const cem = await makePerson(app, 'advisor', { name: 'Cem' })
  await makeReview(app, { advisor: cem })
  expect((await change({ action: 'advisor', advisor: 'share' })).body.message).toBe(
    'Done for 3 of 3.',
  )
  expect(await loadOf(ada)).toMatchObject({ students: 0 })
  expect(await loadOf(ben)).toMatchObject({ students: 2 })
  expect(await loadOf(cem)).toMatchObject({ students: 2 })
})

test('an advisor who cannot take students refuses all, and a student without a review is left out', async () => {
  const { app, ben, change, listed } = await start()
  const blocked = await makePerson(app, 'advisor', { blocked: true })
  for (const [advisor, status] of [
    [blocked._id, 409],
    ['nobody', 404],
  ] as const) {
    expect((await change({ action: 'advisor', advisor })).status).toBe(status)
  }
  expect(await listed()).toMatchObject(Array(3).fill({ advisor: { name: 'Ada' } }))
  const newcomer = await makePerson(app, 'student')
  const { body } = await change({ action: 'advisor', advisor: ben._id }, [newcomer._id])
  expect(body.refused).toEqual([{ id: newcomer._id, message: editPersonRefusals.noReview.message }])
})

test('several students move to another domain, and an unknown one refuses all', async () => {
  const { app, change, listed } = await start()
  const domain = await makeDomain(app, 'Rust')
  expect((await change({ action: 'domain', domain: domain._id })).body.message).toBe(
    'Done for 3 of 3.',
  )
  expect(await listed()).toMatchObject(Array(3).fill({ domain: { name: 'Rust' } }))
  const unknown = await change({ action: 'domain', domain: 'none' })
  expect([unknown.status, unknown.body.message]).toEqual([400, 'This domain does not exist'])
  const late = await change({ action: 'pause', reason: 'Summer', until: '2020-01-01' })
  expect([late.status, late.body.message]).toEqual([400, enrolmentRefusals.notAhead.message])
})

test('a domain is added to several reviewers, or removed from those who have another', async () => {
  const { app, db, token } = await start()
  const [rust, go] = [await makeDomain(app, 'Rust'), await makeDomain(app, 'Go')]
  const [one, two] = [await makePerson(app, 'reviewer'), await makePerson(app, 'reviewer')]
  for (const { _id } of [one, two]) {
    await db
      .insertInto('reviewer_domains')
      .values({ reviewer_id: _id, domain_id: rust._id })
      .execute()
  }
  const change = async (action: 'add-domain' | 'remove-domain', of: string[], domain: string) =>
    (await app.call(runBulkAction.reviewer, { token, body: { ids: of, action, domain } })).body
  expect((await change('add-domain', [one._id], go._id)).message).toBe('Done for 1 of 1.')
  const { done, refused } = await change('remove-domain', [one._id, two._id], rust._id)
  expect([done, refused]).toEqual([[one._id], [{ id: two._id, message: bulkRefusals.lastDomain }]])
  const { body } = await app.call(listPeople.reviewer, { token, query: {} })
  const domainsOf = (id: string) =>
    body.find(({ _id }) => _id === id)?.domains.map(({ name }) => name)
  expect([domainsOf(one._id), domainsOf(two._id)]).toEqual([['Go'], ['Rust']])
})

test('the undo of a change of domain works also where the domain has been archived', async () => {
  const { app, db, token, change, listed } = await start()
  const [rust, go] = [await makeDomain(app, 'Rust'), await makeDomain(app, 'Go')]
  const { _id: reviewer } = await makePerson(app, 'reviewer')
  const both = [rust, go].map(({ _id }) => ({ reviewer_id: reviewer, domain_id: _id }))
  await db.insertInto('reviewer_domains').values(both).execute()
  const changeReviewer = async (action: 'add-domain' | 'remove-domain', undo?: true) => {
    const body = { ids: [reviewer], action, domain: rust._id, undo }
    return (await app.call(runBulkAction.reviewer, { token, body })).body
  }
  const archive = { value: { id: rust._id, isArchived: true } }
  expect((await app.call(editDomain, { token, body: archive })).status).toBe(200)
  await changeReviewer('remove-domain')
  const { message } = domainRefusals.archived
  expect((await changeReviewer('add-domain')).refused).toEqual([{ id: reviewer, message }])
  expect((await changeReviewer('add-domain', true)).done).toEqual([reviewer])
  const toRust = { action: 'domain' as const, domain: rust._id }
  expect((await change(toRust)).body.message).toBe('Done for 0 of 3.')
  expect((await change({ ...toRust, undo: true })).body.message).toBe('Done for 3 of 3.')
  expect(await listed()).toMatchObject(Array(3).fill({ domain: { name: 'Rust' } }))
})

test('a list of students counts their booked slots, and is filtered by their advisor', async () => {
  const { app, token, ada, ben, listed, change, students } = await start()
  expect((await listed()).map((one) => one?.bookedReviews)).toEqual([1, 1, 0])
  await change({ action: 'advisor', advisor: ben._id }, [students[0]?._id ?? ''])
  const of = async (advisor: { _id: string }) =>
    (await app.call(listPeople.student, { token, query: { advisor: advisor._id } })).body.map(
      ({ _id }) => _id,
    )
  expect(await of(ben)).toEqual([students[0]?._id])
  expect((await of(ada)).toSorted()).toEqual(
    students
      .slice(1)
      .map(({ _id }) => _id)
      .toSorted(),
  )
})

test('paused students are no load of their advisor, and are counted apart', async () => {
  const { ada, students, change, loadOf } = await start()
  expect(await loadOf(ada)).toMatchObject({ students: 3, pausedStudents: 0, blockedStudents: 0 })
  const [one, two] = students.map(({ _id }) => _id)
  await change({ action: 'pause', reason: 'Summer' }, [one ?? '', two ?? ''])
  await change({ action: 'block' }, [two ?? ''])
  expect(await loadOf(ada)).toMatchObject({ students: 1, pausedStudents: 1, blockedStudents: 1 })
  await change({ action: 'finish', outcome: 'left' }, [students[2]?._id ?? ''])
  expect(await loadOf(ada)).toMatchObject({ students: 0, pausedStudents: 1, blockedStudents: 1 })
})
