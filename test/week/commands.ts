import fc from 'fast-check'
import { expect } from 'vitest'
import { blockUnblock } from '#contract/accounts/accounts.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { decisionKinds } from '#contract/reviews/decision.ts'
import { TaskState, weekStatuses } from '#contract/reviews/reviews.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { openSession } from '#test/accounts/session.ts'
import { advisorChangeCommands } from './advisor-change-commands.ts'
import {
  arbitraryActor,
  arbitraryIndex,
  callAs,
  getActorOrOwner,
  makeCommand,
  pickReview,
  pickSlot,
} from './command.ts'
import { enrolmentCommands } from './enrolment/commands.ts'
import * as judged from './judge-reviews-and-slots.ts'
import { judgeUndoingDecision } from './judge-undoing-decision.ts'
import { timeZone } from './members.ts'
import { findSlot, getActorKey } from './model.ts'
import { scheduleChangeCommands } from './schedule-change-commands.ts'
import { blockableActors, signInAll, updateModelForTime } from './school-with-model.ts'

const publish = fc
  .record({
    actor: arbitraryActor('reviewer'),
    days: fc.nat({ max: 3 }),
    hour: fc.integer({ min: 8, max: 19 }),
    reviewTime: fc.constantFrom(20, 30, 45),
    confirm: fc.boolean(),
  })
  .map((input) =>
    makeCommand(`publish ${JSON.stringify(input)}`, async (model, school) => {
      const { actor, days, hour, reviewTime, confirm } = input
      const today = Temporal.Instant.fromEpochMilliseconds(model.now).toZonedDateTimeISO(timeZone)
      const date = today.toPlainDate().add({ days })
      const starts = date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
      const two = (number: number) => String(number).padStart(2, '0')
      const values = {
        date: date.toString(),
        reviewTime,
        timeStart: `${two(hour)}:00`,
        timeEnd: `${two(hour + 1)}:30`,
      }
      const request = { method: 'POST', path: '/reviewer/add-slot' } as const
      await callAs<{ _id: string }[]>(
        school,
        actor,
        { ...request, body: { values, confirm } },
        (made) => {
          const wanted = Array.from({ length: Math.floor(90 / reviewTime) }, (_, index) => ({
            id: Array.isArray(made) ? (made[index]?._id ?? '') : '',
            reviewer: actor.index,
            startsAt: starts + index * reviewTime * minuteMs,
            endsAt: starts + (index + 1) * reviewTime * minuteMs,
          }))
          const isAway =
            !confirm &&
            model.absences.some(
              (one) => one.reviewer === actor.index && one.date === date.toString(),
            )
          return judged.judgePublishing(model, actor, wanted, isAway)
        },
      )
    }),
  )

const book = fc
  .record({
    actor: arbitraryActor('advisor'),
    review: arbitraryIndex,
    slot: arbitraryIndex,
    isLie: fc.nat({ max: 9 }),
  })
  .map((input) =>
    makeCommand(`book ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      const slot = pickSlot(model, input.slot)
      if (!review || !slot) return
      const reviewer = input.isLie === 0 ? 1 - slot.reviewer : slot.reviewer
      const actor = getActorOrOwner(input.actor, review.advisor)
      const named = school.people.reviewer[reviewer]?._id
      const value = { reviewId: review.id, reviewer: named, slot: slot.id }
      const request = { method: 'PUT', path: '/advisor/book-slot', body: { value } } as const
      await callAs(school, actor, request, () =>
        judged.judgeBooking(model, actor, { review, reviewer, slot }),
      )
    }),
  )

const points = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 100 }) }, fc.constantFrom(-1, 101))

const details = { method: 'PUT', path: '/reviewer/update-review-details' } as const

const mark = fc
  .record({
    actor: arbitraryActor('reviewer'),
    review: arbitraryIndex,
    mark: fc.record({ code: points, theory: points, weekStatus: fc.constantFrom(...weekStatuses) }),
  })
  .map((input) =>
    makeCommand(`mark ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, findSlot(model, review)?.reviewer)
      const body = { id: review.id, value: { mark: input.mark } }
      await callAs(school, actor, { ...details, body }, () =>
        judged.judgeMark(model, actor, review, input.mark),
      )
    }),
  )

const pending = fc
  .record({
    actor: arbitraryActor('reviewer'),
    review: arbitraryIndex,
    lines: fc.array(fc.constantFrom('Read', ' Write ', 'Count', ' '), { maxLength: 3 }),
  })
  .map((input) =>
    makeCommand(`pending ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, findSlot(model, review)?.reviewer)
      const body = { id: review.id, pendingTopic: input.lines }
      await callAs(school, actor, { ...details, body }, () =>
        judged.judgePendingTasks(model, actor, review, input.lines),
      )
    }),
  )

const state = fc.constantFrom(...TaskState.options)

const taskStatus = fc
  .record({
    actor: arbitraryActor('advisor'),
    review: arbitraryIndex,
    value: fc.record({ seminar: state, progress: state, typing: state }, { requiredKeys: [] }),
  })
  .map((input) =>
    makeCommand(`task status ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, review.advisor)
      const value = { ...input.value, week: 30, weekStatus: 'Task Critical', status: 'conducted' }
      const request = { ...details, path: '/advisor/update-review-details' }
      await callAs(school, actor, { ...request, body: { id: review.id, value } }, () =>
        judged.judgeTaskStatus(model, actor, review, input.value),
      )
    }),
  )

const follow = fc
  .record({
    actor: arbitraryActor('advisor'),
    review: arbitraryIndex,
    way: fc.constantFrom(...decisionKinds),
  })
  .map((input) =>
    makeCommand(`follow ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, review.advisor)
      // The week comes from the review, not from the body.
      const value = { status: input.way, week: 17, student: school.people.student[0]?._id }
      const body = { id: review.id, value }
      const request = { method: 'PUT', path: '/advisor/create-review', body } as const
      await callAs<{ review: { _id: string } }>(school, actor, request, (answer) =>
        judged.judgeDecision(model, actor, review, input.way, () => answer.review._id),
      )
    }),
  )

const undoDecision = fc
  .record({ actor: arbitraryActor('advisor'), review: arbitraryIndex })
  .map((input) =>
    makeCommand(`undo decision ${JSON.stringify(input)}`, async (model, school) => {
      const decided = model.reviews.filter(({ isClosed }) => isClosed)
      const review = decided.at(-1 - (input.review % 3)) ?? pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, review.advisor)
      const body = { value: { reviewId: review.id } }
      const request = { method: 'PUT', path: '/advisor/undo-decision', body } as const
      await callAs(school, actor, request, () => judgeUndoingDecision(model, actor, review))
    }),
  )

const block = fc
  .record({
    actor: arbitraryActor('admin'),
    whom: fc.constantFrom(...blockableActors, { role: 'advisor' as const, index: 0 }),
    action: fc.constantFrom('block' as const, 'unblock' as const, 'unblock' as const),
  })
  .map((input) =>
    makeCommand(`block ${JSON.stringify(input)}`, async (model, school) => {
      const { actor, whom, action } = input
      // Only these roles can be blocked.
      const role = whom.role as ProfileRole
      const person = school.people[role][whom.index]
      if (!person) return
      const wasBlocked = model.blocked.has(getActorKey(whom))
      const { method, path } = blockUnblock[role]
      await callAs(school, actor, { method, path, body: { id: person._id, action } }, () =>
        judged.judgeBlocking(model, actor, whom, action),
      )
      if (!wasBlocked || model.blocked.has(getActorKey(whom))) return
      // A block ends sessions for good.
      const old = await school.app.send('GET', `${role === 'student' ? '' : `/${role}`}/profile`, {
        token: person.token,
      })
      expect(old.status).toBe(401)
      person.token = await openSession(school.app.context, person._id)
    }),
  )

const wait = fc.integer({ min: 1, max: 20 * 60 }).map((minutes) =>
  makeCommand(`wait ${minutes} minutes`, async (model, school) => {
    model.now += minutes * minuteMs
    school.app.time.now = model.now
    updateModelForTime(model)
    await signInAll(model, school)
  }),
)

/** Arbitrary actions in any order, the most frequent ones first. */
export const commands = fc.commands(
  [
    ...[publish, publish, book, book, book, mark, pending, taskStatus, follow, follow, block, wait],
    ...[undoDecision, undoDecision],
    ...scheduleChangeCommands,
    ...advisorChangeCommands,
    ...enrolmentCommands,
  ],
  { maxCommands: 60, size: 'max' },
)
