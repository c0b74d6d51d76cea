import { expect, test } from 'vitest'
import { searchResultsMax } from '#contract/limits/limits.ts'
import { addTask, findTasks, getTask } from '#contract/tasks/tasks.ts'
import { makeDomain } from '#test/factories.ts'
import { startSchoolWithDomain, taskLines } from '#test/schools/school-with-domain.ts'

test('a task is found by its week, by the name of its domain, or by both', async () => {
  const { app, token } = await startSchoolWithDomain()
  const [web, mobile] = [await makeDomain(app, 'Web Craft'), await makeDomain(app, 'Mobile Craft')]
  for (const [domain, weekNo] of [
    [web, 3],
    [web, 12],
    [mobile, 3],
  ] as const) {
    await app.call(addTask, { token, body: { weekNo, domain: domain._id, ...taskLines } })
  }
  const found = async (search: string) =>
    (await app.call(findTasks, { token, query: { search } })).body.map(
      ({ domain, week }) => `${domain.name} ${week}`,
    )
  expect(await found('craft week 03')).toEqual(['Mobile Craft 3', 'Web Craft 3'])
  expect(await found('WEB')).toEqual(['Web Craft 3', 'Web Craft 12'])
  expect(await found('12')).toEqual(['Web Craft 12'])
  expect(await found('web_craft')).toEqual([])
  const { body } = await app.call(findTasks, { token, query: { search: 'web 3' } })
  const [{ _id = '' } = {}] = body
  expect((await app.call(getTask, { token, query: { id: _id } })).status).toBe(200)
})

test('a search returns a limited number of tasks', async () => {
  const { app, token, add } = await startSchoolWithDomain()
  for (let weekNo = 1; weekNo <= searchResultsMax + 1; weekNo++) await add({ weekNo })
  const { body } = await app.call(findTasks, { token, query: { search: 'domain' } })
  expect(body).toHaveLength(searchResultsMax)
})
