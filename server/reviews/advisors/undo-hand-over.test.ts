import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { undoBlock } from '#contract/accounts/undo-block.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { getPerson } from '#contract/people/people.ts'
import { erasePerson } from '#contract/privacy/erase-person.ts'
import { createReview } from '#contract/reviews/decision.ts'
import { updateTaskStatus } from '#contract/reviews/marking.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { advisoryLock } from '#server/database/transaction.ts'
import { inTransaction } from '#server/kit/context.ts'
import { firstReviewLock } from '#server/reviews/actions.ts'
import { monday } from '#test/app.ts'
import { waitForLocks } from '#test/databases/wait-for-locks.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { startAdvisedSchool } from '#test/schools/advised-school.ts'

test('undoing a handover returns all students to their advisor and notifies everybody', async () => {
  const { app, admin, ada, ben, cem, students, give, undo, openOf, newestOf } =
    await startAdvisedSchool()
  const openOfBen = await openOf(ben)
  await give('share')
  const { status, body } = await undo()
  expect([status, body.message]).toEqual([200, '3 students are back with Ada.'])
  expect(body.back.map(({ student, advisor }) => [student.name, advisor.name]).sort()).toEqual(
    ['Lars', 'Mona', 'Nils'].map((name) => [name, 'Ada']),
  )
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils'])
  expect([await openOf(cem), await openOf(ben)]).toEqual([[], openOfBen])

  expect(await newestOf('student', students[0] ?? ada)).toBe('Ada is your advisor again.')
  expect(await newestOf('advisor', ada)).toMatch(
    /^Grace undid the handover: .* assigned to you again\.$/,
  )
  expect(await newestOf('advisor', cem)).toMatch(
    /^Grace undid the handover: .* assigned to Ada again\.$/,
  )
  const auditLog = await app.call(listAuditLog, { token: admin.token, query: { kind: 'reviews' } })
  expect(auditLog.body.filter(({ deed }) => deed === 'advisor-given')).toHaveLength(6)
})

test('a student whom the new advisor has already helped stays there, and is named', async () => {
  const { app, ada, cem, give, undo, openOf } = await startAdvisedSchool()
  await give(cem._id)
  const query = { open: 'true' }
  const { body } = await app.call(listReviews.advisor, { token: cem.token, query })
  const reviewOf = (name: string) => body.find(({ student }) => student.name === name)?._id ?? ''
  const seminar = { id: reviewOf('Lars'), value: { seminar: 'completed' as const } }
  await app.call(updateTaskStatus.advisor, { token: cem.token, body: seminar })
  const decision = { id: reviewOf('Mona'), value: { status: 'week-repeat' as const } }
  await app.call(createReview.advisor, { token: cem.token, body: decision })

  const undone = await undo()
  expect(undone.body.message).toBe(
    '1 student is back with Ada. Lars and Mona stay with Cem because something has changed since.',
  )
  expect(undone.body.kept.map(({ advisor }) => advisor?.name)).toEqual(['Cem', 'Cem'])
  expect(await openOf(ada)).toEqual(['Nils'])
  expect(await openOf(cem)).toEqual(['Lars', 'Mona'])
})

test('a student handed over again since stays, and returns when the later handover is undone first', async () => {
  const { ada, ben, cem, give, undo, openOf } = await startAdvisedSchool()
  const openOfBen = await openOf(ben)
  await give(cem._id)
  await give(ben._id, cem._id)
  expect((await undo()).body.message).toBe(
    'Lars, Mona and Nils stay with Ben because something has changed since.',
  )
  expect((await undo(cem._id)).body.message).toBe('3 students are back with Cem.')
  expect((await undo()).body.message).toBe('3 students are back with Ada.')
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils'])
  expect(await openOf(ben)).toEqual(openOfBen)
})

test('a handover can be undone once, within ten minutes, and only to an available advisor', async () => {
  const { app, ada, cem, give, undo, block } = await startAdvisedSchool()
  const over = [409, { message: 'A handover can be undone for 10 minutes' }]
  const answer = async (from?: string) => {
    const { status, body } = await undo(from)
    return [status, body]
  }
  expect(await answer()).toEqual(over)
  expect((await undo('nobody')).status).toBe(404)
  await give(cem._id)
  await block(ada._id)
  expect((await undo()).status).toBe(409)
  await app.context.db.updateTable('people').set({ blocked_at: null }).execute()
  expect((await undo()).status).toBe(200)
  expect(await answer()).toEqual(over)
  await give(cem._id)
  app.time.now += 10 * minuteMs + 1
  expect(await answer()).toEqual(over)
})

test('an advisor’s page shows the last handover as long as undoing it returns somebody', async () => {
  const { app, admin, ada, cem, give, undo } = await startAdvisedSchool()
  const { token } = admin
  const read = async () =>
    (await app.call(getPerson, { token, query: { id: ada._id } })).body.undoable.handOver
  expect(await read()).toBeNull()
  await give(cem._id)
  app.time.now += minuteMs
  expect(await read()).toBe(toIsoInstant(monday))
  await undo()
  expect(await read()).toBeNull()
  await give(cem._id)
  const { body } = await app.call(listReviews.advisor, {
    token: cem.token,
    query: { open: 'true' },
  })
  for (const { _id: id } of body) {
    const decision = { id, value: { status: 'week-repeat' as const } }
    await app.call(createReview.advisor, { token: cem.token, body: decision })
  }
  expect(await read()).toBeNull()
  await give(ada._id, cem._id)
  await give(cem._id)
  app.time.now += 10 * minuteMs + 1
  expect(await read()).toBeNull()
})

test('undoing an advisor’s block also returns the students', async () => {
  const { app, admin, ada, cem, give, block, openOf } = await startAdvisedSchool()
  const { token } = admin
  const undoBlockOf = (handOver?: boolean) =>
    app.call(undoBlock.advisor, { token, body: { value: { id: ada._id, handOver } } })
  await give(cem._id)
  await block(ada._id)
  expect((await undoBlockOf()).body).toEqual({ message: 'Block undone.' })
  await app.call(blockUnblock.advisor, { token, body: { id: ada._id, action: 'block' } })
  expect((await undoBlockOf(true)).body).toEqual({
    message: 'Block undone. 3 students are back with Ada.',
  })
  expect(await openOf(cem)).toEqual([])
})

test('an advisor who is back takes the students of the last handover back, in whatever week they are', async () => {
  const { app, admin, ada, ben, cem, students, give, undo, takeBack, openOf, newestOf } =
    await startAdvisedSchool()
  const { token } = admin
  const none = {
    status: 409,
    body: { message: expect.stringMatching(/^None of the students from the last/) },
  }
  expect(await takeBack()).toMatchObject(none)
  await give(ben._id)
  await undo()
  await give(cem._id)
  const query = { open: 'true' }
  const { body } = await app.call(listReviews.advisor, { token: cem.token, query })
  const review = body.find(({ student }) => student.name === 'Mona')
  const decision = { id: review?._id ?? '', value: { status: 'next-week' as const } }
  await app.call(createReview.advisor, { token: cem.token, body: decision })
  const lars = { id: students[0]?._id ?? '', advisor: ben._id }
  await app.call(editPerson.student, { token, body: { value: lars } })

  app.time.now += 11 * minuteMs
  const taken = await takeBack()
  expect([taken.status, taken.body.message]).toEqual([
    ...[
      200,
      '2 students are back with Ada. Lars stays with Ben because something has changed since.',
    ],
  ])
  expect([await openOf(ada), await openOf(cem)]).toEqual([['Mona', 'Nils'], []])
  expect(await newestOf('student', students[1] ?? ada)).toBe('Ada is your advisor again.')
  expect(await newestOf('advisor', cem)).toMatch(/assigned to Ada again\.$/)
  expect(await takeBack()).toMatchObject(none)
})

test('undoing a handover also returns the invited students who are still to start with the advisor given', async () => {
  const { app, admin, ada, ben, cem, invite, give, undo, openOf } = await startAdvisedSchool()
  const { token } = admin
  const [nova, omar, pia] = [await invite('Nova'), await invite('Omar'), await invite('Pia')]
  const { _id: id } = await invite('Rita')
  await give(cem._id)
  const erasure = { value: { id, name: 'Rita' } }
  expect((await app.call(erasePerson, { token, body: erasure })).status).toBe(200)
  const value = { id: omar._id, advisor: ben._id }
  await app.call(editPerson.student, { token, body: { value } })
  await pia.join()
  const { body } = await undo()
  expect(body.message).toBe(
    '4 students are back with Ada. Omar stays with Ben because something has changed since.',
  )
  expect(body.back).toContainEqual({
    student: { _id: nova._id, name: 'Nova' },
    advisor: { _id: ada._id, name: 'Ada' },
  })
  const { body: lines } = await app.call(listAuditLog, { token, query: { kind: 'people' } })
  expect(lines[0]).toMatchObject({
    before: { first_advisor_id: cem._id },
    after: { first_advisor_id: ada._id },
  })
  await nova.join()
  await omar.join()
  expect([await openOf(ada), await openOf(cem)]).toEqual([
    ['Lars', 'Mona', 'Nils', 'Nova'],
    ['Pia'],
  ])
  expect(await openOf(ben)).toContain('Omar')
})

test('an advisor’s page offers to undo a handover of invited students alone', async () => {
  const { app, admin, ada, ben, cem, invite, give, undo, takeBack } = await startAdvisedSchool()
  const read = async (id = ada._id) =>
    (await app.call(getPerson, { token: admin.token, query: { id } })).body
  await give(ben._id)
  app.time.now += 11 * minuteMs
  const nova = await invite('Nova')
  expect((await read()).undoable.handOver).toBeNull()
  await give(cem._id)
  expect((await read()).undoable.handOver).toBe(toIsoInstant(app.time.now))
  expect((await undo()).body.message).toBe('1 student is back with Ada.')
  expect((await read(nova._id)).firstAdvisor?.name).toBe('Ada')
  expect((await read()).undoable.handOver).toBeNull()
  expect((await undo()).status).toBe(409)

  // The last handover counts, and it took nobody but Nova.
  await give(cem._id)
  app.time.now += 11 * minuteMs
  expect((await takeBack()).body.message).toBe('1 student is back with Ada.')
  expect((await read(nova._id)).firstAdvisor?.name).toBe('Ada')
})

test('an advisor who is back takes invited students back, also those who have joined since', async () => {
  const { app, ada, cem, invite, give, takeBack, openOf } = await startAdvisedSchool()
  const [nova, omar] = [await invite('Nova'), await invite('Omar')]
  await give(cem._id)
  await omar.join()
  app.time.now += 11 * minuteMs
  expect((await takeBack()).body.message).toBe('5 students are back with Ada.')
  await nova.join()
  expect(await openOf(ada)).toEqual(['Lars', 'Mona', 'Nils', 'Nova', 'Omar'])
  expect(await openOf(cem)).toEqual([])
})

test('undoing a block and a handover leaves a student who joins at the same time with the new advisor', async () => {
  // SQLite has only one write transaction at a time anyway.
  if (!canShareDatabase) return
  const school = await startAdvisedSchool()
  const { app, admin, ada, cem, invite, give, block, openOf } = school
  const nova = await invite('Nova')
  await give(cem._id)
  await block(ada._id)
  const body = { value: { id: ada._id, handOver: true } }
  // Both wait for this transaction; then the undo comes first, while the student is locked.
  const { undone, joined } = await inTransaction(app.context, async ({ db }) => {
    await advisoryLock(db, firstReviewLock)
    const undone = app.call(undoBlock.advisor, { token: admin.token, body })
    await waitForLocks(app.context.db, 1)
    const joined = nova.join()
    await waitForLocks(app.context.db, 2)
    return { undone, joined }
  })
  expect([(await undone).status, (await joined).status]).toEqual([200, 200])
  expect(await openOf(cem)).toEqual(['Nova'])
})
