import { test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { runQuickStart } from '#test/processes/quick-start.ts'

test(
  'in a clone with packages, npm start alone builds the page and serves a school',
  {
    timeout: 5 * minuteMs,
  },
  () => runQuickStart({ hasPackages: true }),
)
