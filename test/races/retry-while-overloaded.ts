import { setTimeout } from 'node:timers/promises'
import { tooBusy } from '#contract/kit/refusal.ts'

const comeAgainTimes = 40
const comeAgainMs = 250

/**
 * Retries while the server is overloaded, as on a machine too slow for the crowd. Returns the reply
 * and the number of retries.
 */
export async function retryWhileOverloaded<Answer extends { status: number } | undefined>(
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
