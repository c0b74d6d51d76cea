import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { getFeedback } from '#contract/feedback.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { getWeeklyReview } from '#contract/reviews/reviews.ts'
import { monday, startApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { giveRubric, makeCriterion, simpleCriteria } from '#test/schools/rubrics.ts'

const weekStatus = 'Task Completed'
const otherSum = 'The mark must equal the sum of its criteria'

/** A booked review in a domain with a rubric. */
async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin')
  const domain = await makeDomain(app)
  const student = await makePerson(app, 'student', { domain })
  const reviewer = await makePerson(app, 'reviewer')
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, slot })
  const [correctness = '', style = '', terms = ''] = (await giveRubric(app, admin, domain)).map(
    ({ _id }) => _id,
  )
  const save = (code: number, theory: number, rubric?: unknown, key?: string) =>
    app.send<{ message: string; errors?: Record<string, string> }>(
      'PUT',
      '/reviewer/update-review-details',
      {
        token: reviewer.token,
        ...(key && { key }),
        body: { id, value: { mark: { code, theory, weekStatus }, rubric } },
      },
    )
  const marks = async () => {
    const query = { week: id }
    const { body } = await app.call(getWeeklyReview, { token: student.token, query })
    return [body.status, body.mark.code, body.mark.theory]
  }
  const given = async () => {
    const { body } = await app.call(getFeedback.student, { token: student.token, query: { id } })
    return body.rubric.map(({ name, part, points, of, text }) =>
      `${part} ${name} ${points}/${of} ${text}`.trim(),
    )
  }
  return {
    app,
    admin,
    domain,
    ids: { correctness, style, terms },
    save,
    marks,
    given,
    id,
    reviewer,
  }
}

test('a reviewer gives points for each criterion, and their sum is the mark', async () => {
  const { ids, save, marks, given } = await start()
  const rubric = { [ids.correctness]: 60, [ids.style]: 20, [ids.terms]: '50' }
  expect(await save(80, 50, rubric)).toMatchObject({ status: 200 })
  expect(await marks()).toEqual(['conducted', 80, 50])
  expect(await given()).toEqual([
    'code Correctness 60/60 Works',
    'code Style 20/40 Works in parts',
    'theory Terms 50/100 Works in parts',
  ])
})

test('points that no level gives are refused with the criterion’s name, and nothing is saved', async () => {
  const { ids, save, marks, given } = await start()
  for (const points of [44, 61, 0.1]) {
    const { status, body } = await save(points, 70, { [ids.correctness]: points, [ids.style]: 0 })
    const errors = {
      [`rubric.${ids.correctness}`]: `No level of Correctness gives ${points} points`,
    }
    const message = 'Please give each criterion the points of one of its levels'
    expect([status, body]).toEqual([400, { message, errors }])
  }
  expect([await marks(), await given()]).toEqual([['review-scheduled', 0, 0], []])
})

test('a mark that is not the sum of its criteria is refused, and nothing is saved', async () => {
  const { ids, save, marks, given } = await start()
  const rubric = { [ids.correctness]: 60, [ids.style]: 20, [ids.terms]: 50 }
  for (const [code, theory, part, sum] of [
    [81, 50, 'code', 80],
    [80, 0, 'theory', 50],
  ] as const) {
    const { status, body } = await save(code, theory, rubric)
    const errors = { [`mark.${part}`]: `Its criteria add up to ${sum}` }
    expect([status, body]).toEqual([400, { message: otherSum, errors }])
  }
  expect([await marks(), await given()]).toEqual([['review-scheduled', 0, 0], []])
})

test('where some criteria of a part are given, its mark is free', async () => {
  const { ids, save, marks, given } = await start()
  expect(await save(90, 70, { [ids.correctness]: 30 })).toMatchObject({ status: 200 })
  expect(await marks()).toEqual(['conducted', 90, 70])
  expect(await given()).toEqual(['code Correctness 30/60 Works in parts'])
})

test('a mark without a rubric leaves what was given, an empty one takes it back', async () => {
  const { ids, save, marks, given } = await start()
  await save(80, 70, { [ids.correctness]: 60, [ids.style]: 20 })
  const before = await given()
  await save(85, 70)
  expect([await marks(), await given()]).toEqual([['conducted', 85, 70], before])
  await save(85, 70, {})
  expect(await given()).toEqual([])
})

test('points without a mark are refused before the review is marked, and have to fit it after', async () => {
  const { app, reviewer, ids, id, save, given } = await start()
  const saveAlone = (rubric: Record<string, number>) =>
    app.call(updateMark, { token: reviewer.token, body: { id, value: { rubric } } })
  const rubric = { [ids.correctness]: 60, [ids.style]: 20 }
  expect((await saveAlone(rubric)).body).toEqual({
    message: 'Give the mark first, or send it together with the points',
  })
  await save(80, 70)
  expect((await saveAlone({ ...rubric, [ids.style]: 40 })).body).toMatchObject({
    message: otherSum,
  })
  expect(await given()).toEqual([])
  expect((await saveAlone(rubric)).status).toBe(200)
  expect(await given()).toHaveLength(2)
})

test('points that were changed since the page showed them are not replaced unseen, with equal marks', async () => {
  const { app, reviewer, id, ids, save, given } = await start()
  const { token } = reviewer
  const version = async () =>
    (await app.call(getFeedback.reviewer, { token, query: { id } })).body.version
  await save(80, 70)
  const seenVersion = await version()
  await save(80, 70, { [ids.correctness]: 60, [ids.style]: 20 })
  const mark = { code: 80, theory: 70, weekStatus } as const
  const replace = (seenVersion: string) =>
    app.call(updateMark, {
      token,
      body: { id, value: { mark, seen: mark, rubric: {}, seenVersion } },
    })
  expect((await replace(seenVersion)).status).toBe(409)
  expect(await given()).toHaveLength(2)
  expect((await replace(await version())).status).toBe(200)
  expect(await given()).toEqual([])
})

test('negative points are refused, as are more than a mark has and words', async () => {
  const { ids, save, given } = await start()
  const message = 'Enter points from 0 to the criterion’s maximum'
  for (const points of [-1, 101, 'good', null, {}]) {
    const { status, body } = await save(80, 70, { [ids.correctness]: points })
    const errors = { [`rubric.${ids.correctness}`]: message }
    expect([points, status, body]).toEqual([points, 400, { message, errors }])
  }
  expect(await given()).toEqual([])
})

test('a rubric that changes leaves given marks as they are', async () => {
  const { app, admin, domain, ids, save, marks, given } = await start()
  await save(80, 70, { [ids.correctness]: 60, [ids.style]: 20 })
  const before = await given()
  await giveRubric(app, admin, domain, [makeCriterion('All', 'code', 100)])
  await giveRubric(app, admin, domain, [])
  expect([await marks(), await given()]).toEqual([['conducted', 80, 70], before])
})

test('a rubric that changes while a reviewer marks is refused, and what it still has is accepted', async () => {
  const { app, admin, domain, ids, save, given } = await start()
  const rubric = { [ids.correctness]: 60, [ids.style]: 20, [ids.terms]: 50 }
  const [, ...others] = simpleCriteria
  await giveRubric(app, admin, domain, [makeCriterion('Correct', 'code', 60), ...others])
  const { status, body } = await save(80, 50, rubric)
  expect([status, body.message]).toEqual([
    409,
    'The rubric has changed in the meantime, so nothing was saved. Please check what you chose and save again.',
  ])
  expect(await given()).toEqual([])
  // Undone, or in another order, it is what the reviewer has seen.
  await giveRubric(app, admin, domain, simpleCriteria.toReversed())
  expect((await save(80, 50, rubric)).status).toBe(200)
})

test('of a mark and a rubric saved at once, the mark has what its reviewer saw or is refused', async () => {
  const { app, admin, domain, ids, save, marks, given } = await start()
  const rubric = { [ids.correctness]: 60, [ids.style]: 20, [ids.terms]: 50 }
  const outcomes = new Set<number>()
  for (let round = 0; round < 6; round++) {
    await giveRubric(app, admin, domain)
    const [{ status }] = await Promise.all([
      save(80, 50, rubric),
      giveRubric(app, admin, domain, [makeCriterion('All', 'code', 100)]),
    ])
    outcomes.add(status)
    if (status === 409) continue
    expect(await marks()).toEqual(['conducted', 80, 50])
    expect(await given()).toHaveLength(3)
  }
  expect([...outcomes].filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(app.errors).toEqual([])
})

test('a mark repeated with its Idempotency-Key does not replace a later one', async () => {
  const { ids, save, given } = await start()
  const first = { [ids.correctness]: 60, [ids.style]: 20 }
  await save(80, 70, first, 'once')
  await save(100, 70, { [ids.correctness]: 60, [ids.style]: 40 })
  expect((await save(80, 70, first, 'once')).status).toBe(200)
  expect(await given()).toContain('code Style 40/40 Works')
})

test('the audit log has the points that were given', async () => {
  const { app, admin, ids, save, id } = await start()
  await save(80, 70, { [ids.correctness]: 60, [ids.style]: 20 })
  const { body } = await app.call(listAuditLog, { token: admin.token, query: { kind: 'reviews' } })
  expect(body.filter(({ after }) => after && 'rubric' in after)).toMatchObject([
    {
      deed: 'marked',
      about: { _id: id },
      before: { rubric: null },
      after: { rubric: '["Correctness, code: 60 of 60","Style, code: 20 of 40"]' },
    },
  ])
})
