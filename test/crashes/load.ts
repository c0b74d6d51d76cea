import { setTimeout } from 'node:timers/promises'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { type Random, randomBoolean, randomInteger } from '#seed/random.ts'
import type { Context } from '#server/kit/context.ts'
import { makeDomain, makePerson, makeSlot } from '#test/factories.ts'
import { type Actor, makeStudent } from '../races/scene-helpers.ts'
import { saveBlocks } from './absences.ts'
import { UnknownOutcome, type WriterContext } from './make-change.ts'
import { onboardNewcomer } from './newcomers.ts'
import { recordNoShow } from './schedule-changes.ts'
import { addAndEditTask, runWeek, type Workspace } from './weeks.ts'

const writers = 6
const minutesADay = 24 * 60
const startWithinMs = 10_000
const remindedWithinMs = 2_500

/**
 * Creates the data each writer works on until the next restart, because nobody knows how the last
 * one ended.
 */
export async function makeWorkspaces(stage: { context: Context }): Promise<Workspace[]> {
  const corners: Workspace[] = []
  const domain = await makeDomain(stage)
  const dayAfter = (days: number) =>
    new Date(stage.context.clock() + days * dayMs).toISOString().slice(0, 10)
  const [tomorrow, day] = [dayAfter(1), dayAfter(2)]
  while (corners.length < writers) {
    const advisor = await makePerson(stage, 'advisor')
    const { student, review } = await makeStudent(stage, advisor, { domain })
    const reviewer = await makePerson(stage, 'reviewer')
    const maker = await makePerson(stage, 'reviewer')
    corners.push({
      reminded: await makeReminded(stage, { advisor, domain }),
      advisor,
      reviewer,
      student,
      review,
      lines: [],
      slotChanges: 0,
      away: 0,
      domain: domain._id,
      week: 4,
      day,
      minute: 0,
      maker: { reviewer: maker, since: tomorrow, hour: 0, lines: 0 },
      begun: await makeBegun(stage, { advisor, reviewer, domain }),
    })
  }
  return corners
}

/** A review that began an hour ago. */
async function makeBegun(
  stage: { context: Context },
  { advisor, reviewer, domain }: { advisor: Actor; reviewer: Actor; domain: { _id: string } },
): Promise<Workspace['begun']> {
  const slot = await makeSlot(stage, reviewer, stage.context.clock() - hourMs)
  const { student, review } = await makeStudent(stage, advisor, { domain, slot })
  const of = { advisor, reviewer, student, review, lines: [], slotChanges: 0 }
  return { of, slot }
}

/** A review that begins in an hour. */
async function makeReminded(
  stage: { context: Context },
  { advisor, domain }: { advisor: Actor; domain: { _id: string } },
): Promise<Workspace['reminded']> {
  const reviewer = await makePerson(stage, 'reviewer')
  const startsAt = stage.context.clock() + hourMs
  const slot = await makeSlot(stage, reviewer, startsAt)
  return { ...(await makeStudent(stage, advisor, { domain, slot })), reviewer, startsAt }
}

/** Makes reminders of these reviews due at random moments within the next seconds. */
export async function remindSoon(
  { db, clock }: Context,
  random: Random,
  corners: readonly Workspace[],
): Promise<void> {
  const rows = corners.map(({ reminded: { review, startsAt } }) => ({
    review_id: review,
    kind: 'reminder-hour' as const,
    starts_at: startsAt,
    due_at: clock() + randomInteger(random, 0, remindedWithinMs),
  }))
  await db.insertInto('reminders').values(rows).execute()
}

/** What a writer does next. */
export type Work = (desk: WriterContext, corner: Workspace) => Promise<void>

/** Starts the writers. They continue until they are stopped or get no reply. */
export function startWriting(desk: WriterContext, corners: Workspace[], work: Work = doSomething) {
  let isOver = false
  const errors: unknown[] = []
  const writing = corners.map(async (corner) => {
    try {
      while (!isOver) await work(desk, corner)
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) errors.push(error)
    }
  })
  const before = desk.count.acknowledged

  return {
    /** Waits until the first changes are acknowledged. */
    async underWay() {
      const deadline = performance.now() + startWithinMs
      while (desk.count.acknowledged === before) {
        if (errors.length > 0 || performance.now() > deadline) break
        await setTimeout(5)
      }
    },
    /** Waits for the last replies and returns unexpected errors. */
    async end(): Promise<unknown[]> {
      isOver = true
      await Promise.all(writing)
      return errors
    },
  }
}

async function doSomething(desk: WriterContext, corner: Workspace): Promise<void> {
  if (randomBoolean(desk.random, 0.4)) return onboardNewcomer(desk, corner.domain)
  if (randomBoolean(desk.random, 0.1)) return addAndEditTask(desk)
  if (randomBoolean(desk.random, 0.1)) return saveBlocks(desk, corner.maker)
  if (corner.begun) {
    const { of, slot } = corner.begun
    corner.begun = undefined
    return recordNoShow(desk, of, slot)
  }
  if (corner.minute + 4 < minutesADay) return runWeek(desk, corner)
}
