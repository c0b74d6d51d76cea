import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { runQuickStart } from '#test/processes/quick-start.ts'

test(
  'after a clone, npm start alone leads to a school where one can sign in',
  {
    timeout: 5 * minuteMs,
  },
  () => runQuickStart({ hasPackages: false }),
)
