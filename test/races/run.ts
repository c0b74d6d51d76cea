import { setTimeout } from 'node:timers/promises'
import { randomBoolean, shuffle } from '#seed/random.ts'
import { inTransaction } from '#server/kit/context.ts'
import {
  findWrongNotifications,
  readNotificationRows,
} from '#test/schools/checks/find-wrong-notifications.ts'
import { findViolations } from './check/check.ts'
import { findApiDifferences } from './compare-api-with-database.ts'
import type { Action, BookingPlan, Entry, Race } from './race-log.ts'
import type { RaceSchool } from './race-school.ts'
import { retryWhileOverloaded } from './retry-while-overloaded.ts'
import type { Actor, MakeScene, PlannedRequest } from './scene-helpers.ts'
import { readState } from './state.ts'
import { getPlanLineStatus, toRequest } from './to-request.ts'

const apartMaxMs = 20
const crowd = 40

/** Makes a call, adds the reply to the log, and returns both. */
export async function sendAndLog(
  course: Pick<RaceSchool, 'context' | 'send'>,
  log: Entry[],
  { who, asked }: PlannedRequest<Action>,
): Promise<{ entry: Entry; body: unknown }> {
  const { body, ...reply } = await sendAsked(course, who, asked)
  const entry = { who: who._id, asked, ...reply }
  log.push(entry)
  return { entry, body }
}

/** The same for a plan: each line is a booking with its own reply. */
async function askPlan(
  course: Pick<RaceSchool, 'context' | 'send'>,
  log: Entry[],
  { who, asked }: PlannedRequest<BookingPlan>,
): Promise<void> {
  const { body, ...reply } = await sendAsked(course, who, asked)
  for (const line of asked.lines) {
    log.push({ who: who._id, asked: line, ...reply, status: getPlanLineStatus(line, reply, body) })
  }
}

async function sendAsked(
  { context: { clock }, send }: Pick<RaceSchool, 'context' | 'send'>,
  { token }: Actor,
  asked: Action | BookingPlan,
) {
  const { method, path, body } = toRequest(asked)
  const [sentAt, sent] = [performance.now(), clock()]
  const { answer, turnedAway } = await retryWhileOverloaded(() =>
    send(method, path, { token, body }),
  )
  const answeredAt = answer ? performance.now() : Infinity
  const onClock = { sent, answered: answer ? clock() : Infinity }
  const { status } = answer ?? {}
  return { sentAt, answeredAt, clock: onClock, status, turnedAway, body: answer?.body }
}

/** Runs one race and returns it with all violations. */
export async function runRace(
  course: RaceSchool,
  makeScene: MakeScene,
): Promise<{ race: Race; violations: string[] }> {
  const { context, random, admin } = course
  const scene = await inTransaction(context, (stage) => makeScene({ context: stage }, admin))
  const cast = scene.cast.map(({ _id }) => _id)
  const before = await readState(context, cast)
  const log: Entry[] = []
  for (const calls of [scene.calls, scene.afterwards ?? []]) {
    // A few calls are sent simultaneously or slightly apart, so that slower ones win, too.
    const apartMs = calls.length >= crowd || randomBoolean(random, 0.5) ? 0 : apartMaxMs
    const now = context.clock()
    const starts = shuffle(random, calls).map((call) => ({
      call,
      afterMs: random() * apartMs + Math.max(0, (call.from ?? now) - now),
    }))
    await Promise.all(
      starts.map(async ({ call: { who, asked }, afterMs }) => {
        if (afterMs > 0) await setTimeout(afterMs)
        if (asked.call === 'plan') await askPlan(course, log, { who, asked })
        else await sendAndLog(course, log, { who, asked })
      }),
    )
  }
  const after = await readState(context, cast)
  const race = { before, log, after }
  const violations = [
    ...findViolations(race),
    ...findWrongNotifications(await readNotificationRows(context.db, cast), context.clock()),
    ...(await findApiDifferences(course, after)),
  ]
  return { race, violations }
}
