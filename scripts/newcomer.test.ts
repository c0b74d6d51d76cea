import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startAsNewcomer } from '#test/processes/newcomer.ts'

test(
  'in a clone that has its packages, npm start alone builds the page and leads to a school',
  {
    timeout: 5 * minuteMs,
  },
  () => startAsNewcomer({ hasPackages: true }),
)
