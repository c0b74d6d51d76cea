import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { copyDomain } from '#contract/domains/domains.ts'
import { getRubric } from '#contract/rubrics/rubrics.ts'
import { startApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { giveRubric, makeCriterion, simpleCriteria } from '#test/schools/rubrics.ts'

async function start() {
  const app = await startApp()
  const admin = await makePerson(app, 'admin', { name: 'Grace' })
  const domain = await makeDomain(app, 'Web')
  const save = (criteria: unknown, of = domain._id) =>
    app.send<{ message: string; errors?: Record<string, string> }>(
      'PUT',
      `/admin/rubric?domain=${of}`,
      { token: admin.token, body: { criteria } },
    )
  const read = async (of = domain) =>
    (await app.call(getRubric.admin, { token: admin.token, query: { domain: of._id } })).body
      .criteria
  return { app, admin, domain, save, read }
}

test('an admin saves a rubric, which advisors and reviewers read', async () => {
  const { app, domain, save, read } = await start()
  expect(await read()).toEqual([])
  const { status, body } = await save(simpleCriteria)
  expect([status, body]).toEqual([200, { message: 'Rubric saved.', criteria: await read() }])
  expect(await read()).toEqual(
    simpleCriteria.map((one) => ({ _id: expect.stringMatching(/^[\w-]{22}$/), ...one })),
  )
  for (const role of ['advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    const { body } = await app.call(getRubric[role], { token, query: { domain: domain._id } })
    expect(body.criteria).toEqual(await read())
  }
  await save([])
  expect(await read()).toEqual([])
})

test('criteria keep their order, levels are listed best first, and names lose stray spaces', async () => {
  const { save, read } = await start()
  const levels = [
    { points: '0', text: ' None ' },
    { points: 100, text: 'All' },
  ]
  await save([{ name: '  Clean   code ', part: 'code', levels }])
  expect(await read()).toMatchObject([
    {
      name: 'Clean code',
      points: 100,
      levels: [
        { points: 100, text: 'All' },
        { points: 0, text: 'None' },
      ],
    },
  ])
  await save(simpleCriteria.toReversed())
  expect((await read()).map(({ name }) => name)).toEqual(['Terms', 'Style', 'Correctness'])
})

test('a criterion that changes has another id, and an undone change the former one', async () => {
  const { save, read } = await start()
  await save(simpleCriteria)
  const before = await read()
  await save([...simpleCriteria.slice(0, 2), makeCriterion('Words', 'theory', 100)])
  const after = await read()
  expect(after.map(({ _id }, index) => _id === before[index]?._id)).toEqual([true, true, false])
  await save(before)
  expect(await read()).toEqual(before)
})

const whole = makeCriterion('All', 'code', 100)
const [best, , worst] = whole.levels
test.each([
  [simpleCriteria.slice(0, 1), 'criteria', 'The criteria of code add up to 60 points, not 100'],
  [
    [...simpleCriteria, makeCriterion('Words', 'theory', 20)],
    'criteria',
    'The criteria of theory add up to 120 points, not 100',
  ],
  [
    [makeCriterion('A', 'code', 50), makeCriterion('a', 'code', 50)],
    'criteria.1.name',
    'Another criterion has this name',
  ],
  [
    [{ ...whole, levels: [best, worst, worst] }],
    'criteria.0.levels.2.points',
    'Another level has these points',
  ],
  [[{ ...whole, points: 90 }], 'criteria.0.points', 'Please enter the points of the best level'],
  [[{ ...whole, levels: [] }], 'criteria.0.levels', 'Please add a level that gives points'],
  [
    [whole, { ...whole, name: 'None', points: 0, levels: [worst] }],
    'criteria.1.levels',
    'Please add a level that gives points',
  ],
  [[{ ...whole, name: ' ' }], 'criteria.0.name', 'Please name the criterion'],
  [
    [{ ...whole, levels: [{ points: 100, text: '' }] }],
    'criteria.0.levels.0.text',
    'Please describe the level',
  ],
  [[{ ...whole, points: 33.3 }], 'criteria.0.points', 'Please enter whole points from 0 to 100'],
  [[{ ...whole, part: 'seminar' }], 'criteria.0.part', 'Use one of: code, theory'],
  [
    Array.from({ length: 21 }, (_, nth) => makeCriterion(`${nth}`, 'code', 5)),
    'criteria',
    'No more than 20 criteria',
  ],
])(
  'a rubric that is wrong is refused with a message at its field: %#',
  async (criteria, field, message) => {
    const { save, read } = await start()
    await save([whole])
    const before = await read()
    const { status, body } = await save(criteria)
    expect([status, body.errors?.[field]]).toEqual([400, message])
    expect(await read()).toEqual(before)
  },
)

test('an unknown domain is refused, and nobody but an admin saves', async () => {
  const { app, domain, save, read } = await start()
  const { status, body } = await save(simpleCriteria, 'nowhere')
  expect([status, body.message]).toEqual([404, 'This domain does not exist'])
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    const path = `/admin/rubric?domain=${domain._id}`
    const refused = await app.send('PUT', path, { token, body: { criteria: simpleCriteria } })
    expect(refused.status).toBe(401)
  }
  expect(await read()).toEqual([])
})

test('a change of the rubric is in the audit log in words, one that changes nothing is not', async () => {
  const { app, admin, domain } = await start()
  for (const _ of [1, 2]) await giveRubric(app, admin, domain, [whole])
  const { body } = await app.call(listAuditLog, { token: admin.token, query: { kind: 'domains' } })
  expect(body).toMatchObject([
    {
      deed: 'rubric-saved',
      about: { _id: domain._id },
      before: { rubric: null },
      after: { rubric: '["All, code (100 Works, 50 Works in parts, 0 Does not work)"]' },
    },
  ])
})

test('a copied domain has the rubric, too', async () => {
  const { app, admin, domain, read } = await start()
  const criteria = await giveRubric(app, admin, domain)
  const body = { value: { id: domain._id, name: 'Web 2' } }
  const copied = await app.call(copyDomain, { token: admin.token, body })
  expect(await read(copied.body.domain)).toEqual(criteria)
})
