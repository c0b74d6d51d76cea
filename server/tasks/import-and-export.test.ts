import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { formatCourse, importTasks } from '#contract/tasks/import-and-export.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { makePerson } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'
import { parseCourse } from './parse-course.ts'

const course = `# Week 1

## Personal development

- Read a chapter

## Technical

- Build a form
- Test it

## Miscellaneous

- Type for ten minutes

# Week 2

## Personal development

- Read on
  and take notes

## Technical

- Deploy it

## Miscellaneous

- Rest
`

async function start() {
  const school = await startSchoolWithDomain()
  const { app, token, domain } = school
  const load = (text: string, apply: 'none' | 'all', key?: string) =>
    app.call(importTasks, {
      token,
      body: { value: { domain: domain._id, text, apply } },
      ...(key !== undefined && { key }),
    })
  const exportText = async (id = domain._id) => {
    const reply = await app.app.inject({
      url: `/admin/export/tasks.md?domain=${id}`,
      headers: { authorization: token },
    })
    return { status: reply.statusCode, headers: reply.headers, text: reply.body }
  }
  const list = async () => {
    const { body } = await app.call(listDomainTasks, { token, query: { domain: domain._id } })
    return body[0]?.tasks ?? []
  }
  return { ...school, load, exportText, list }
}

test('a course is saved week by week, and its export is the same text', async () => {
  const { app, token, load, exportText, list } = await start()
  const { status, body } = await load(course, 'all')
  expect([status, body.message, body.problems]).toEqual([200, '2 weeks are new.', []])
  expect(await list()).toMatchObject([
    { week: 1, ...taskLines },
    { week: 2, personalDevelopmentWorkout: ['Read on\nand take notes'] },
  ])
  const file = await exportText()
  expect(file.text).toBe(course)
  expect(file.headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': 'attachment; filename="tasks-2026-03-02.md"',
  })
  const { body: log } = await app.call(listAuditLog, { token })
  expect(log.map(({ deed }) => deed)).toEqual(['task-added', 'task-added'])
  const again = (await load(course, 'all')).body
  expect(again.message).toBe('Nothing changes.')
  expect(again.weeks.map(({ change }) => change)).toEqual(['same', 'same'])
})

test('a look says what is new, changed and the same, and changes nothing', async () => {
  const { add, load, list } = await start()
  await add()
  await add({ weekNo: 2 })
  await add({ weekNo: 5 })
  const before = await list()
  const { body } = await load(
    course
      .replace('# Week 2', '# week 02')
      .concat('\n', course.slice(0, course.indexOf('# Week 2')).replace('# Week 1', '# Week 3')),
    'none',
  )
  expect(body.message).toBe('1 week is new and 1 week changes.')
  expect(body.weeks.map(({ week, change }) => [week, change])).toEqual([
    [1, 'same'],
    [2, 'changed'],
    [3, 'new'],
  ])
  expect(body.weeks[1]?.lines.filter(({ list }) => list === 'technicalWorkouts')).toEqual([
    { list: 'technicalWorkouts', text: 'Deploy it', change: 'new' },
    { list: 'technicalWorkouts', text: 'Build a form', change: 'gone' },
    { list: 'technicalWorkouts', text: 'Test it', change: 'gone' },
  ])
  expect(await list()).toEqual(before)
})

test('changed weeks keep their id, and others stay as they were', async () => {
  const { add, load, list } = await start()
  await add({ weekNo: 2 })
  await add({ weekNo: 5 })
  const [two, five] = await list()
  await load(course, 'all')
  expect(await list()).toEqual([
    expect.objectContaining({ week: 1 }),
    expect.objectContaining({ _id: two?._id, week: 2, miscellaneousWorkouts: ['Rest'] }),
    five,
  ])
  await load(course.replace('Rest', 'Dance'), 'all')
  expect((await list())[1]).toMatchObject({ _id: two?._id, miscellaneousWorkouts: ['Dance'] })
})

test.each([
  ['without ‘#’', course.replaceAll(/^#+ /gm, '')],
  ['with titles', course.replaceAll(/^# (Week \d)/gm, '## $1: HTML')],
  ['with titles without ‘#’', course.replaceAll(/^# (Week \d)/gm, '$1 – HTML')],
  ['at other levels', course.replaceAll(/^## /gm, '#### ').replaceAll(/^# /gm, '### ')],
  ['in capitals', course.replaceAll(/^#.*/gm, (heading) => heading.toUpperCase())],
  ['with colons', course.replaceAll(/^#.*/gm, '$&:')],
  ['as the task form says', course.replaceAll(/^## .*/gm, '$& workouts')],
  ['with ‘*’', course.replaceAll(/^- /gm, '* ')],
  ['with ‘+’', course.replaceAll(/^- /gm, '+ ')],
  ['with numbers', course.replaceAll(/^- /gm, '1. ')],
])('headings and items are understood %s', (_, text) => {
  const { weeks, problems } = parseCourse(text)
  expect(problems).toEqual([])
  expect(formatCourse(weeks)).toBe(course)
})

test('a text without a week is told once how a week begins', async () => {
  const { load } = await start()
  const { body } = await load('\nWelcome\n## Technical\n- Build a form\nWeek one\n', 'none')
  expect(body.problems).toEqual([
    { line: 2, problem: 'Begin each week with a line such as ‘# Week 1’.' },
  ])
  expect((await load('Welcome', 'all')).status).toBe(409)
})

test('each line with a problem is named, and nothing is saved', async () => {
  const { load, list } = await start()
  const text = [
    'Welcome',
    '# Week 31',
    '## Technical',
    'Build',
    '* Build',
    '## Other',
    '- Dance',
    '# Week 1',
    '# Week 1',
  ].join('\r\n')
  const heading =
    'A heading is ‘# Week 3’ or one of ‘## Personal development’, ‘## Technical’, ‘## Miscellaneous’'
  const problems = [
    { line: 1, problem: 'This comes before the first week' },
    { line: 2, problem: 'Week number must be at most 30' },
    { line: 2, problem: 'At least one personal development workout is required' },
    { line: 2, problem: 'At least one miscellaneous workout is required' },
    { line: 4, problem: 'A task begins with ‘- ’' },
    { line: 6, problem: heading },
    { line: 7, problem: 'This line is not in any list' },
    { line: 8, problem: 'At least one personal development workout is required' },
    { line: 8, problem: 'At least one technical workout is required' },
    { line: 8, problem: 'At least one miscellaneous workout is required' },
    { line: 9, problem: 'This week is already in line 8' },
  ]
  expect((await load(text, 'none')).body.problems).toEqual(problems)
  const { status, body } = await load(text, 'all')
  expect([status, body]).toMatchObject([
    409,
    { message: 'Nothing was changed, because some lines have problems', problems },
  ])
  expect(await list()).toEqual([])
})

test('what cannot be is refused', async () => {
  const { app, token, domain, load, exportText } = await start()
  expect((await load(' \n', 'none')).body).toEqual({ message: 'There are no weeks in this text' })
  expect((await exportText('nowhere')).status).toBe(404)
  const value = { domain: domain._id, text: course, apply: 'all' }
  for (const [wrong, status] of [
    [{ domain: 'nowhere' }, 404],
    [{ apply: 'some' }, 400],
    [{ text: 'x'.repeat(600_000) }, 400],
    [{ text: undefined }, 400],
  ] as const) {
    const body = { value: { ...value, ...wrong } }
    const refused = await app.send('POST', '/admin/import-tasks', { token, body })
    expect({ wrong, status: refused.status }).toEqual({ wrong, status })
  }
  await app.context.db.updateTable('domains').set({ archived_at: 1 }).execute()
  expect((await load(course, 'none')).status).toBe(200)
  expect((await load(course, 'all')).status).toBe(409)
})

test('an archived course is not changed, even in weeks that it has', async () => {
  const { app, load, list } = await start()
  await load(course, 'all')
  const before = await list()
  await app.context.db.updateTable('domains').set({ archived_at: 1 }).execute()
  expect((await load(course.replace('Rest', 'Dance'), 'all')).status).toBe(409)
  expect(await list()).toEqual(before)
})

test('of two imports at once nothing is saved twice, and one sent again answers the same', async () => {
  const { app, load, list } = await start()
  const replies = await Promise.all([1, 2, 3].map(() => load(course, 'all')))
  expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  expect(await list()).toHaveLength(2)
  expect(app.errors).toEqual([])
  const other = course.replace('Rest', 'Dance')
  expect((await load(other, 'all', 'once')).body).toEqual((await load(other, 'all', 'once')).body)
})

test('only admins import and export courses', async () => {
  const { app, domain } = await start()
  for (const role of ['student', 'advisor', 'reviewer'] as const) {
    const { token } = await makePerson(app, role)
    const value = { domain: domain._id, text: course, apply: 'all' } as const
    expect((await app.call(importTasks, { token, body: { value } })).status).toBe(401)
  }
})

test('every course that can be saved comes back from its text', () => {
  const item = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((text) => text.replaceAll('\r', '').trim())
    .filter((text) => text !== '')
  const several = fc.array(
    fc.oneof(item, fc.constantFrom('# Week 2', '- a', '1. b', 'a\n\n b', 'a\n- b')),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  const week = fc.record({
    week: fc.integer({ min: 1, max: 30 }),
    personalDevelopmentWorkout: several,
    technicalWorkouts: several,
    miscellaneousWorkouts: several,
  })
  const courses = fc.uniqueArray(week, { selector: (one) => one.week, maxLength: 5 })
  fc.assert(
    fc.property(courses, (tasks) => {
      const sorted = tasks.toSorted((a, b) => a.week - b.week)
      const { weeks, problems } = parseCourse(formatCourse(sorted))
      expect(problems).toEqual([])
      expect(weeks.map(({ line: _, ...one }) => one)).toEqual(sorted)
    }),
    makePropertyParameters(200),
  )
})
