import fc from 'fast-check'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { openSession } from '#test/accounts/session.ts'
import { arbitraryActor, callAs, makeCommand } from './command.ts'
import { judgeBlocking } from './judge-reviews-and-slots.ts'
import {
  type Actor,
  getActorKey,
  judge,
  type Model,
  type ModelReview,
  type Verdict,
} from './model.ts'

const isBlocked = (model: Model, advisor: number) =>
  model.blocked.has(getActorKey({ role: 'advisor', index: advisor }))

const hasNoReview = (model: Model, student: number) =>
  !model.reviews.some((one) => one.student === student && !one.isClosed)

const step = fc.record({
  actor: arbitraryActor('admin'),
  from: fc.nat({ max: 1 }),
  isLie: fc.nat({ max: 9 }),
})

const handOver = step.map((input) =>
  makeCommand(`hand over ${JSON.stringify(input)}`, async (model, school) => {
    const { actor, from } = input
    const to = input.isLie === 0 ? from : 1 - from
    const { advisor } = school.people
    const value = { from: advisor[from]?._id, to: advisor[to]?._id }
    const request = { method: 'PUT', path: '/admin/hand-over', body: { value } } as const
    await callAs(school, actor, request, () => judgeHandOver(model, actor, { from, to }))
  }),
)

const giveAdvisor = fc
  .record({
    actor: arbitraryActor('admin'),
    student: fc.nat({ max: 2 }),
    to: fc.constantFrom(0, 1, null),
  })
  .map((input) =>
    makeCommand(`give advisor ${JSON.stringify(input)}`, async (model, school) => {
      const { actor, student, to } = input
      const { people } = school
      const advisor = to === null ? null : people.advisor[to]?._id
      const body = { value: { id: people.student[student]?._id, advisor } }
      const request = { method: 'PUT', path: '/admin/edit-student', body } as const
      await callAs(school, actor, request, () =>
        judge(
          model,
          actor,
          'admin',
          { 409: hasNoReview(model, student) || (to !== null && isBlocked(model, to)) },
          () => {
            const open = model.reviews.find((one) => one.student === student && !one.isClosed)
            if (open) open.advisor = to
          },
        ),
      )
    }),
  )

const undoHandOver = step.map((input) =>
  makeCommand(`undo hand-over ${JSON.stringify(input)}`, async (model, school) => {
    const { actor, from } = input
    const body = { value: { from: school.people.advisor[from]?._id } }
    const request = { method: 'PUT', path: '/admin/undo-hand-over', body } as const
    await callAs(school, actor, request, () => judgeUndo(model, actor, from))
  }),
)

const undoBlock = step.map((input) =>
  makeCommand(`undo block ${JSON.stringify(input)}`, async (model, school) => {
    const { actor, from } = input
    const person = school.people.advisor[from]
    if (!person) return
    const body = { value: { id: person._id, handOver: true } }
    const request = { method: 'PUT', path: '/admin/undo-block-advisor', body } as const
    const wasBlocked = isBlocked(model, from)
    await callAs(school, actor, request, () => judgeUndoBlock(model, actor, from))
    if (wasBlocked && !isBlocked(model, from)) {
      person.token = await openSession(school.app.context, person._id)
    }
  }),
)

/** Contract, section 11: all open reviews go to another active advisor. */
function judgeHandOver(
  model: Model,
  actor: Actor,
  { from, to }: { from: number; to: number },
): Verdict {
  return judge(model, actor, 'admin', { 409: from === to || isBlocked(model, to) }, () => {
    const open = model.reviews.filter(({ advisor, isClosed }) => advisor === from && !isClosed)
    for (const review of open) {
      review.advisor = to
      model.handedOver.push({ review, from, to, at: model.now })
    }
  })
}

/** For ten minutes those students return whose new advisor has done nothing yet. */
function judgeUndo(model: Model, actor: Actor, from: number): Verdict {
  const wrong = { 409: isBlocked(model, from) || awayFrom(model, from).length === 0 }
  return judge(model, actor, 'admin', wrong, () => giveBack(model, from))
}

function judgeUndoBlock(model: Model, actor: Actor, from: number): Verdict {
  const whom = { role: 'advisor', index: from } as const
  const since = model.blockedAt.get(getActorKey(whom)) ?? 0
  const wrong = { 409: !isBlocked(model, from) || since < model.now - 10 * minuteMs }
  return judge(model, actor, 'admin', wrong, () => {
    judgeBlocking(model, actor, whom, 'unblock').change?.()
    giveBack(model, from)
  })
}

/** The last handover of each review that has not been undone. */
function awayFrom(model: Model, from: number) {
  const last = new Map(
    model.handedOver
      .filter((one) => one.from === from && one.at >= model.now - 10 * minuteMs)
      .map((one) => [one.review.id, one]),
  )
  return [...last.values()].filter(({ review }) => review.advisor !== from)
}

function giveBack(model: Model, from: number): void {
  for (const { review, to, at } of awayFrom(model, from)) {
    if (review.advisor === to && !review.isClosed && !hasActed(review, to, at)) {
      review.advisor = from
    }
  }
}

function hasActed({ lines, ticked }: ModelReview, advisor: number, since: number): boolean {
  const own = getActorKey({ role: 'advisor', index: advisor })
  return [...lines, ...ticked].some(({ by, at }) => by === own && at >= since)
}

/** Changes of advisors. */
export const advisorChangeCommands = [
  ...[handOver, undoHandOver, undoHandOver],
  ...[undoBlock, giveAdvisor],
]
