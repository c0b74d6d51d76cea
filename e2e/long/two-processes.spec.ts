import { type Cluster, startCluster } from '#test/databases/postgres.ts'
import { startSchool } from '../kit/kept-server.ts'
import { test as base, expect, type School, toSchool } from '../kit/school.ts'
import { expectVideo, meet, startCall } from '../steps/meet-and-call.ts'

/** Two server processes on one PostgreSQL. */
const test = base.extend<{ cluster: Cluster; other: School }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed.
  cluster: async ({}, use) => {
    const cluster = await startCluster()
    await use(cluster)
    cluster.stop()
  },
  settings: async ({ cluster }, use) => use({ DATABASE_URL: cluster.url('postgres') }),
  other: async ({ settings, school }, use) => {
    // Starts second, after the first has created the school.
    expect(school.isRunning()).toBe(true)
    const server = await startSchool(settings)
    await use(toSchool(server))
    await server.end()
  },
})

test('a call works with its two sides on different server processes', async ({
  page,
  school,
  other,
  browser,
}) => {
  const reviewer = await browser.newContext()
  const meeting = await meet(school, page, () => reviewer.newPage(), { reviewersSchool: other })
  expect(new URL(meeting.student.url()).port).not.toBe(new URL(meeting.reviewer.url()).port)
  await startCall(meeting)
  await meeting.reviewer.reload()
  await expectVideo(meeting.student)
  await expectVideo(meeting.reviewer)
  await reviewer.close()
})
