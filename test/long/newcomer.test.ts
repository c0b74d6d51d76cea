import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { startAsNewcomer } from '#test/processes/newcomer.ts'

test(
  'after a clone, npm start alone leads to a school where one can sign in',
  {
    timeout: 5 * minuteMs,
  },
  () => startAsNewcomer({ hasPackages: false }),
)
