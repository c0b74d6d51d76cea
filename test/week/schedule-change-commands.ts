import fc from 'fast-check'
import { noShowRoles } from '#contract/kit/kinds/history-kind.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { basePath } from '#contract/roles.ts'
import { newId } from '#server/kit/id.ts'
import {
  arbitraryActor,
  arbitraryIndex,
  callAs,
  getActorOrOwner,
  makeCommand,
  pickReview,
  pickSlot,
} from './command.ts'
import * as judged from './judge-schedule-changes.ts'
import { timeZone } from './members.ts'
import { findSlot } from './model.ts'

const move = fc
  .record({ actor: arbitraryActor('advisor'), review: arbitraryIndex, slot: arbitraryIndex })
  .map((input) =>
    makeCommand(`move ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      const slot = pickSlot(model, input.slot)
      if (!review || !slot) return
      const actor = getActorOrOwner(input.actor, review.advisor)
      const reviewer = school.people.reviewer[slot.reviewer]?._id
      const value = { reviewId: review.id, reviewer, slot: slot.id }
      const request = { method: 'PUT', path: '/advisor/move-review', body: { value } } as const
      await callAs(school, actor, request, () => judged.judgeMove(model, actor, { review, slot }))
    }),
  )

const staff = fc.constantFrom('advisor' as const, 'reviewer' as const)

/** Changes that advisors and reviewers can make to a booking, below their own paths. */
const ofStaff = (path: string, says: string, judgeIt: typeof judged.judgeCancelling) =>
  fc
    .record({ role: staff, review: arbitraryIndex, removeSlot: fc.boolean() })
    .chain((input) => arbitraryActor(input.role).map((actor) => ({ ...input, actor })))
    .map((input) =>
      makeCommand(`${says} ${JSON.stringify(input)}`, async (model, school) => {
        const review = pickReview(model, input.review)
        if (!review) return
        const last = review.lines.at(-1)
        const [lastRole, lastIndex] = last?.by.split(' ') ?? []
        const own =
          path === 'undo-change' && lastRole === input.role
            ? Number(lastIndex)
            : findSlot(model, review)?.reviewer
        const actor = getActorOrOwner(input.actor, input.role === 'advisor' ? review.advisor : own)
        const { removeSlot } = input
        const body = { value: { reviewId: review.id, reason: 'Ill', removeSlot } }
        const request = { method: 'PUT', path: `${basePath[input.role]}/${path}`, body } as const
        await callAs(school, actor, request, () =>
          actor.role === input.role
            ? judgeIt(model, actor, review, removeSlot)
            : { statuses: [401] },
        )
      }),
    )

const cancel = ofStaff('cancel-booking', 'cancel', judged.judgeCancelling)
const undo = ofStaff('undo-change', 'undo', judged.judgeUndoingChange)

const noShow = fc
  .record({
    role: fc.constantFrom('student' as const, 'advisor' as const, 'reviewer' as const),
    review: arbitraryIndex,
    who: fc.constantFrom(...noShowRoles),
  })
  .chain((input) => arbitraryActor(input.role).map((actor) => ({ ...input, actor })))
  .map((input) =>
    makeCommand(`no-show ${JSON.stringify(input)}`, async (model, school) => {
      const { role, who } = input
      const review = pickReview(model, input.review)
      if (!review) return
      const owners = {
        student: review.student,
        advisor: review.advisor,
        reviewer: findSlot(model, review)?.reviewer,
      }
      const actor = getActorOrOwner(input.actor, owners[role])
      const body = { value: { reviewId: review.id, who } }
      const request = { method: 'PUT', path: `${basePath[role]}/no-show`, body } as const
      await callAs(school, actor, request, () =>
        actor.role === role ? judged.judgeNoShow(model, actor, review, who) : { statuses: [401] },
      )
    }),
  )

const input = fc
  .record({ actor: arbitraryActor('student'), review: arbitraryIndex, asks: fc.nat({ max: 2 }) })
  .map((input) =>
    makeCommand(`wish ${JSON.stringify(input)}`, async (model, school) => {
      const review = pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, review.student)
      const asks = input.asks > 0
      const body = { value: { reviewId: review.id, reason: 'An exam', slots: [] } }
      const path = asks ? '/ask-other-time' : '/withdraw-wish'
      await callAs(school, actor, { method: 'PUT', path, body }, () =>
        asks
          ? judged.judgeRescheduleRequest(model, actor, review)
          : judged.judgeWithdrawing(model, actor, review),
      )
    }),
  )

const decline = fc
  .record({ actor: arbitraryActor('advisor'), review: arbitraryIndex })
  .map((input) =>
    makeCommand(`decline ${JSON.stringify(input)}`, async (model, school) => {
      const asked = model.reviews.filter((one) => one.wish !== null)
      const review =
        asked[input.review % Math.max(asked.length, 1)] ?? pickReview(model, input.review)
      if (!review) return
      const actor = getActorOrOwner(input.actor, review.advisor)
      const reason = 'No room'
      const body = { value: { reviewId: review.id, reason } }
      const request = { method: 'PUT', path: '/advisor/decline-wish', body } as const
      await callAs(school, actor, request, () =>
        judged.judgeDeclining(model, actor, review, reason),
      )
    }),
  )

/** Changes a reviewer's booking limits. Existing bookings stay. */
const want = fc
  .record({
    reviewer: fc.nat({ max: 1 }),
    buffer: fc.constantFrom(0, 10, 45),
    mostADay: fc.constantFrom(null, 1, 2, 3),
    notice: fc.constantFrom(0, 30, 180),
  })
  .map(({ reviewer, ...rules }) =>
    makeCommand(
      `want ${JSON.stringify({ reviewer, ...rules })}`,
      async (model, { app, people }) => {
        const { buffer, notice, mostADay: most_a_day } = rules
        const row = { buffer, notice, most_a_day, saved_at: model.now }
        await app.context.db
          .insertInto('availabilities')
          .values({ reviewer_id: people.reviewer[reviewer]?._id ?? '', ...row })
          .onConflict((conflict) => conflict.column('reviewer_id').doUpdateSet(row))
          .execute()
        model.bookingRules.set(reviewer, rules)
      },
    ),
  )

/** Adds a day of absence. Existing slots stay. */
const beAway = fc.record({ reviewer: fc.nat({ max: 1 }), days: fc.nat({ max: 3 }) }).map((input) =>
  makeCommand(`be away ${JSON.stringify(input)}`, async (model, { app, people }) => {
    const { reviewer, days } = input
    const date = addDays(getDateInZone(model.now, timeZone), days)
    const absence = { id: newId(), reviewer, date }
    await app.context.db
      .insertInto('absences')
      .values({
        id: absence.id,
        reviewer_id: people.reviewer[reviewer]?._id ?? '',
        reason: 'Ill',
        date_from: date,
        date_to: date,
        created_at: model.now,
      })
      .execute()
    model.absences.push(absence)
  }),
)

/** Schedule changes (contract, section 9). */
export const scheduleChangeCommands = [
  ...[move, move, cancel, cancel, undo, undo, noShow, input, input, decline],
  ...[want, beAway],
]
