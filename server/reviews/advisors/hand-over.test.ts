import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { formatAdvisorLoad } from '#contract/people/format-student-count.ts'
import { getPerson } from '#contract/people/people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { advisoryLock } from '#server/database/transaction.ts'
import { inTransaction } from '#server/kit/context.ts'
import { firstReviewLock } from '#server/reviews/actions.ts'
import { waitForLocks } from '#test/databases/wait-for-locks.ts'
import { makePerson } from '#test/factories.ts'
import { canShareDatabase } from '#test/live-app.ts'
import { startAdvisedSchool } from '#test/schools/advised-school.ts'

test('all students of an advisor move to another with their open reviews, and everybody is notified', async () => {
  const { app, admin, ada, cem, students, give, openOf, newestOf } = await startAdvisedSchool()
  const { status, body } = await give(cem._id)
  expect([status, body.message]).toEqual([200, '3 students handed over'])
  const given = body.moved.map(({ student, advisor }) => [student.name, advisor._id]).sort()
  expect(given).toEqual(['Lars', 'Mona', 'Nils'].map((name) => [name, cem._id]))
  expect(await openOf(cem)).toEqual(['Lars', 'Mona', 'Nils'])
  expect(await openOf(ada)).toEqual([])
  const { body: past } = await app.call(listReviews.advisor, { token: ada.token, query: {} })
  expect(past).toHaveLength(3)

  expect(await newestOf('student', students[0] ?? cem)).toBe('Cem is now your advisor.')
  expect(await newestOf('advisor', cem)).toMatch(/^Grace assigned 3 students to you: .* and .*\.$/)
  expect(await newestOf('advisor', ada)).toMatch(/^Grace assigned 3 of your students to Cem: /)
  const auditLog = await app.call(listAuditLog, { token: admin.token, query: { kind: 'reviews' } })
  const lines = auditLog.body.filter(({ deed }) => deed === 'advisor-given')
  expect(lines).toHaveLength(3)
})

test('a blocked advisor’s students are split evenly among the available advisors', async () => {
  const { app, admin, ada, ben, cem, give, block, openOf } = await startAdvisedSchool()
  const gone = await makePerson(app, 'advisor', { blocked: true })
  const invited = await makePerson(app, 'advisor', { verified: false })
  await block(ada._id)
  const atRisk = async () => {
    const query = { reason: 'no-advisor' as const }
    return (await app.call(listStudentsAtRisk, { token: admin.token, query })).body.length
  }
  expect(await atRisk()).toBe(3)
  const { body } = await give('share')
  expect(body.moved.map(({ advisor }) => advisor.name)).not.toContain(gone.name)
  expect(body.moved.map(({ advisor }) => advisor.name)).not.toContain(invited.name)
  expect((await openOf(ben)).length + (await openOf(cem)).length).toBe(4)
  expect(await openOf(cem)).toHaveLength(2)
  expect(await atRisk()).toBe(0)
})

test('an advisor who is blocked, unknown or the same is refused', async () => {
  const { app, ada, ben, cem, give, block, openOf } = await startAdvisedSchool()
  const invited = await makePerson(app, 'advisor', { verified: false })
  await block(ben._id)
  for (const [to, status] of [
    [ben._id, 409],
    [invited._id, 409],
    [ada._id, 409],
    ['nobody', 404],
  ] as const) {
    expect((await give(to)).status).toBe(status)
  }
  expect((await give(cem._id, 'nobody')).status).toBe(404)
  await block(cem._id)
  const alone = await give('share')
  expect([alone.status, alone.body]).toEqual([
    409,
    { message: 'There is no other advisor to hand over to' },
  ])
  expect(await openOf(ada)).toHaveLength(3)
})

test('blocked students move too, and the lists and the reply count and mark them', async () => {
  const { app, admin, ada, cem, students, give } = await startAdvisedSchool()
  const { token } = admin
  const blocked = { id: students[0]?._id ?? '', action: 'block' } as const
  await app.call(blockUnblock.student, { token, body: blocked })
  const loadOf = async ({ _id: id }: { _id: string }) => {
    const { body } = await app.call(getPerson, { token, query: { id } })
    return formatAdvisorLoad(body)
  }
  expect(await loadOf(ada)).toBe('3 students, 1 of them blocked')
  expect((await give(cem._id)).body.message).toBe('3 students handed over, 1 of them blocked')
  expect(await loadOf(cem)).toBe('3 students, 1 of them blocked')
  expect(await loadOf(ada)).toBe('0 students')
})

test('an advisor without students has nobody to hand over', async () => {
  const { cem, give } = await startAdvisedSchool()
  expect((await give('share', cem._id)).body).toEqual({
    message: '0 students handed over',
    moved: [],
  })
})

test('a handover that races with a block leaves no student with a blocked advisor', async () => {
  const { ada, cem, give, block, openOf } = await startAdvisedSchool()
  const [given, blocked] = await Promise.all([give(cem._id), block(cem._id)])
  expect(blocked.status).toBe(200)
  // Either may come first: if the block is second, the students stay with Cem and become at risk.
  expect([200, 409]).toContain(given.status)
  expect(await openOf(ada)).toHaveLength(given.status === 200 ? 0 : 3)
})

test('invited students who are to start with an advisor move too, without a notification', async () => {
  const school = await startAdvisedSchool()
  const { app, admin, ada, cem, invite, give, openOf, newestOf } = school
  const nova = await invite('Nova')
  const { body } = await give(cem._id)
  expect(body.message).toBe('4 students handed over')
  expect(body.moved).toContainEqual({
    student: { _id: nova._id, name: 'Nova' },
    advisor: { _id: cem._id, name: 'Cem' },
  })
  expect(await newestOf('advisor', cem)).toMatch(/^Grace assigned 3 students to you/)
  const { body: lines } = await app.call(listAuditLog, {
    token: admin.token,
    query: { kind: 'people' },
  })
  expect(lines[0]).toMatchObject({
    deed: 'profile-changed',
    before: { first_advisor_id: ada._id },
    after: { first_advisor_id: cem._id },
  })
  expect((await nova.join()).status).toBe(200)
  expect([await openOf(ada), await openOf(cem)]).toEqual([[], ['Lars', 'Mona', 'Nils', 'Nova']])
})

test('an advisor who has only invited students hands them over, evenly with the reviews of others', async () => {
  const { cem, ben, invite, give } = await startAdvisedSchool()
  await give(ben._id)
  for (const name of ['Nova', 'Omar', 'Pia']) await invite(name)
  const { body } = await give('share')
  expect(body.message).toBe('3 students handed over')
  expect(body.moved.map(({ student, advisor }) => [student.name, advisor._id]).sort()).toEqual(
    ['Nova', 'Omar', 'Pia'].map((name) => [name, cem._id]),
  )
  expect((await give('share')).body.moved).toEqual([])
})

test('a student who has joined is handed over by the review alone', async () => {
  const { ben, cem, invite, give, openOf } = await startAdvisedSchool()
  const nova = await invite('Nova')
  await nova.join()
  const { body } = await give(cem._id)
  expect(body.moved.filter(({ student }) => student._id === nova._id)).toHaveLength(1)
  expect(await openOf(cem)).toContain('Nova')
  expect((await give(ben._id)).body.moved).toEqual([])
})

test.each(['first', 'second'])(
  'a student who completes the profile %s, while the advisor hands over, starts with the new one',
  async (place) => {
    // SQLite has only one write transaction at a time anyway.
    if (!canShareDatabase) return
    const { app, ada, cem, invite, give, openOf } = await startAdvisedSchool()
    const nova = await invite('Nova')
    const replies = await inTransaction(app.context, async (tx) => {
      // Both calls are under way: the first waits for this transaction, and the other for the first.
      if (place === 'first') await advisoryLock(tx.db, firstReviewLock)
      else
        await tx.db
          .selectFrom('people')
          .where('id', '=', cem._id)
          .select('id')
          .forUpdate()
          .execute()
      const calls = [() => nova.join(), () => give(cem._id)]
      const [one, other] = place === 'first' ? calls : calls.toReversed()
      const first = one?.()
      await waitForLocks(app.context.db, 1)
      const second = other?.()
      await waitForLocks(app.context.db, 2)
      return { first, second }
    })
    expect([(await replies.first)?.status, (await replies.second)?.status]).toEqual([200, 200])
    expect([await openOf(ada), await openOf(cem)]).toEqual([[], ['Lars', 'Mona', 'Nils', 'Nova']])
  },
)
