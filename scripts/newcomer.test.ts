import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startAsNewcomer } from '#test/processes/newcomer.ts'

test(
  'in a clone with packages, npm start alone builds the page and serves a school',
  {
    timeout: 5 * minuteMs,
  },
  () => startAsNewcomer({ hasPackages: true }),
)
