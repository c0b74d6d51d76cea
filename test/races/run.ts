import { setTimeout } from 'node:timers/promises'
import { randomBoolean, shuffle } from '#seed/random.ts'
import { inTransaction } from '#server/kit/context.ts'
import { readNotified, wrongNotices } from '#test/schools/checks/notified.ts'
import type { Call, MakeScene, Someone } from './cast.ts'
import { findViolations } from './check/check.ts'
import type { Course } from './course.ts'
import type { Asked, Entry, Plan, Race } from './ledger.ts'
import { statusOfLine, toRequest } from './request.ts'
import { retryTurnedAway } from './retry-turned-away.ts'
import { readState } from './state.ts'
import { findDisagreements } from './views.ts'

const apartMaxMs = 20
const crowd = 40

/** Makes a call, adds the reply to the log, and returns both. */
export async function ask(
  course: Pick<Course, 'context' | 'send'>,
  log: Entry[],
  { who, asked }: Call<Asked>,
): Promise<{ entry: Entry; body: unknown }> {
  const { body, ...reply } = await sendAsked(course, who, asked)
  const entry = { who: who._id, asked, ...reply }
  log.push(entry)
  return { entry, body }
}

/** The same for a plan: each line is a booking with its own reply. */
async function askPlan(
  course: Pick<Course, 'context' | 'send'>,
  log: Entry[],
  { who, asked }: Call<Plan>,
): Promise<void> {
  const { body, ...reply } = await sendAsked(course, who, asked)
  for (const line of asked.lines) {
    log.push({ who: who._id, asked: line, ...reply, status: statusOfLine(line, reply, body) })
  }
}

async function sendAsked(
  { context: { clock }, send }: Pick<Course, 'context' | 'send'>,
  { token }: Someone,
  asked: Asked | Plan,
) {
  const { method, path, body } = toRequest(asked)
  const [sentAt, sent] = [performance.now(), clock()]
  const { answer, turnedAway } = await retryTurnedAway(() => send(method, path, { token, body }))
  const answeredAt = answer ? performance.now() : Infinity
  const onClock = { sent, answered: answer ? clock() : Infinity }
  const { status } = answer ?? {}
  return { sentAt, answeredAt, clock: onClock, status, turnedAway, body: answer?.body }
}

/** Runs one race and returns it with all violations. */
export async function runRace(
  course: Course,
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
        else await ask(course, log, { who, asked })
      }),
    )
  }
  const after = await readState(context, cast)
  const race = { before, log, after }
  const violations = [
    ...findViolations(race),
    ...wrongNotices(await readNotified(context.db, cast), context.clock()),
    ...(await findDisagreements(course, after)),
  ]
  return { race, violations }
}
