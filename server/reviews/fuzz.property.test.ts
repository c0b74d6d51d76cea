import fc from 'fast-check'
import { test } from 'vitest'
import { startApp } from '#test/app.ts'
import { runAll, steps } from '#test/fuzz/fuzz.ts'
import { beginAnew, startSchool } from '#test/fuzz/school.ts'
import { tries } from '#test/property.ts'

test('whatever people of any role do, every booking rule holds and nothing is lost', async () => {
  const school = await startSchool(await startApp({ planEarliestDays: 7, planNoticeHours: 0 }))
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await beginAnew(school)
      await runAll(school, all)
    }),
    tries(2),
  )
})
