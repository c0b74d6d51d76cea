import { setTimeout } from 'node:timers/promises'
import { tooBusy } from '#contract/kit/refusal.ts'

const comeAgainTimes = 40
const comeAgainMs = 250

/**
 * Asks until the server is not too busy, as it may be on a machine too slow for the crowd before it
 * does anything; returns the answer, and how often it was turned away before.
 */
export async function retryTurnedAway<Answer extends { status: number } | undefined>(
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer; turnedAway: number }> {
  let answer = await ask()
  let turnedAway = 0
  while (answer?.status === tooBusy.status && turnedAway < comeAgainTimes) {
    turnedAway++
    await setTimeout(comeAgainMs)
    answer = await ask()
  }
  return { answer, turnedAway }
}
