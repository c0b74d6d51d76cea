import { setTimeout } from 'node:timers/promises'
import { blockUnblock } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { tooBusy } from '#contract/kit/refusal.ts'
import { bookSlot } from '#contract/reviews/booking.ts'
import { createReview, undoDecision } from '#contract/reviews/decision.ts'
import { updateMark } from '#contract/reviews/marking.ts'
import { addSlots } from '#contract/slots.ts'
import { happens, type Random, shuffled } from '#seed/random.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import type { Call, MakeScene, Someone } from './cast.ts'
import { findViolations } from './check/check.ts'
import type { Asked, Entry, Race } from './ledger.ts'
import { readState } from './state.ts'
import { findDisagreements } from './views.ts'

/** Makes a call with the token of a session; undefined when there is no answer. */
export type Send = (
  method: Endpoint['method'],
  url: string,
  given: { token: string; body?: unknown },
) => Promise<{ status: number; body: unknown } | undefined>

/** Where races are run: a school's database and the ways into its server. */
export type Course = {
  context: Context
  send: Send
  random: Random
  /** An admin, and an advisor who books nothing and sees what there is. */
  admin: Someone
  onlooker: Someone
}

const mostApartMs = 20
const crowd = 40
const comeAgainTimes = 40
const comeAgainMs = 250

/** Sends what is asked, writes the reply into the log, and returns both. */
export async function ask(
  send: Send,
  log: Entry[],
  { who, asked }: Call,
): Promise<{ entry: Entry; body: unknown }> {
  const { method, path, body } = requestOf(asked)
  const sentAt = performance.now()
  let answer = await send(method, path, { token: who.token, body })
  let turnedAway = 0
  // On a machine too slow for the crowd the server may ask to come again, before it does anything.
  while (answer?.status === tooBusy.status && turnedAway < comeAgainTimes) {
    turnedAway++
    await setTimeout(comeAgainMs)
    answer = await send(method, path, { token: who.token, body })
  }
  const answeredAt = answer ? performance.now() : Infinity
  const entry = { who: who._id, asked, sentAt, answeredAt, status: answer?.status, turnedAway }
  log.push(entry)
  return { entry, body: answer?.body }
}

function requestOf(asked: Asked): Pick<Endpoint, 'method' | 'path'> & { body: unknown } {
  switch (asked.call) {
    case 'book': {
      const { review, reviewer, slot } = asked
      return { ...bookSlot, body: { value: { reviewId: review, reviewer, slot } } }
    }
    case 'follow':
      return { ...createReview, body: { id: asked.review, value: { status: asked.way } } }
    case 'undo':
      return { ...undoDecision, body: { value: { reviewId: asked.review } } }
    case 'mark': {
      const mark = { code: 50, theory: 60, weekStatus: 'Task Completed' }
      return { ...updateMark, body: { id: asked.review, value: { mark } } }
    }
    case 'add slots':
      return { ...addSlots, body: { values: asked.range } }
    case 'block':
    case 'unblock':
      return { ...blockUnblock[asked.role], body: { id: asked.person, action: asked.call } }
  }
}

/** Runs one race, and returns it with everything that is wrong afterwards. */
export async function runRace(
  course: Course,
  makeScene: MakeScene,
): Promise<{ race: Race; violations: string[] }> {
  const { context, send, random, admin } = course
  const scene = await inTransaction(context, (stage) => makeScene({ context: stage }, admin))
  const cast = scene.cast.map(({ _id }) => _id)
  const before = await readState(context, cast)
  const log: Entry[] = []
  for (const calls of [scene.calls, scene.afterwards ?? []]) {
    // A few come at the same moment or a little apart, so that the slower calls win as well.
    const apartMs = calls.length >= crowd || happens(random, 0.5) ? 0 : mostApartMs
    const starts = shuffled(random, calls).map((call) => ({ call, afterMs: random() * apartMs }))
    await Promise.all(
      starts.map(async ({ call, afterMs }) => {
        if (afterMs > 0) await setTimeout(afterMs)
        await ask(send, log, call)
      }),
    )
  }
  const after = await readState(context, cast)
  const race = { before, log, after }
  const violations = [...findViolations(race), ...(await findDisagreements(course, after))]
  return { race, violations }
}
