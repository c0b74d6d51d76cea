import { formatCount } from '#contract/kit/text/plural.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { findFailingWebhooks } from '#server/webhooks/actions.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../check.ts'

/** A receiver that restarts is back before. */
const failingLongMs = 10 * minuteMs

/** Whether receivers of webhooks have been failing for a while, or were switched off for it. */
export const checkWebhooks: CheckFunction = async (looking) => {
  const school = requireDatabase(looking)
  const { failing, off } = await findFailingWebhooks(school, school.clock() - failingLongMs)
  if (failing.length + off.length === 0) return toPassedFinding('None is failing.')
  const isFailing = formatCount(failing.length, 'webhook is', 'webhooks are')
  const wasSwitchedOff = formatCount(off.length, 'webhook was', 'webhooks were')
  const problems = [
    ...(failing.length > 0 ? [`${isFailing} failing: ${failing.join(', ')}.`] : []),
    ...(off.length > 0 ? [`${wasSwitchedOff} turned off after failing: ${off.join(', ')}.`] : []),
  ]
  const onceItWorks =
    off.length > 0
      ? 'Once it works, turn the webhook on again, or remove it.'
      : 'Once it works, waiting events are sent.'
  return toProblem(
    problems.join(' '),
    `See the receiver’s responses in the webhook’s log. ${onceItWorks}`,
  )
}
