import fc from 'fast-check'
import { test } from 'vitest'
import { startApp } from '#test/app.ts'
import { anySteps, runAll } from '#test/fuzz/fuzz.ts'
import { resetSchool, startSchool } from '#test/fuzz/school.ts'
import { makePropertyParameters } from '#test/property.ts'

test('whatever people of any role do, every booking rule holds and nothing is lost', async () => {
  const school = await startSchool(await startApp({ planEarliestDays: 7, planNoticeHours: 0 }))
  await fc.assert(
    fc.asyncProperty(anySteps, async (all) => {
      await resetSchool(school)
      await runAll(school, all)
    }),
    makePropertyParameters(2),
  )
})
