import { expect, test } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { listAuditLog } from '#contract/audit/audit.ts'
import { formatAdvisorLoad } from '#contract/people/format-student-count.ts'
import { getPerson } from '#contract/people/people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { listStudentsAtRisk } from '#contract/school/at-risk.ts'
import { makePerson } from '#test/factories.ts'
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
