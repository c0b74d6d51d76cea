import fc from 'fast-check'
import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startApp } from '#test/app.ts'
import { makePropertyParameters } from '#test/property.ts'
import { checkTurns } from '#test/week/check-turns.ts'
import { commands } from '#test/week/commands.ts'
import { startSchool } from '#test/week/school-with-model.ts'

test('whatever people of any role do in any order, the school matches the contract', {
  // Several hundred sequential calls; `npm run test:long` tries forty times as many.
  timeout: 15 * minuteMs,
}, async () => {
  const app = await startApp()
  await fc.assert(
    fc.asyncProperty(commands, fc.nat({ max: 2 }), async (steps, without) => {
      const school = await startSchool(app, without === 0)
      await fc.asyncModelRun(() => school, steps)
      await checkTurns(school.model, school.real)
    }),
    makePropertyParameters(3),
  )
})
