import { type Context, inTransaction } from '#server/kit/context.ts'
import { applyDecision } from '#server/reviews/actions.ts'
import { makePerson } from '#test/factories.ts'
import {
  type MakeScene,
  makeDecisionCall,
  makeStudent,
  makeTrio,
  type PlannedRequest,
  repeatCall,
} from '../scene-helpers.ts'

/** A booked and decided review, and what can conflict with its undo. */
async function makeDecided(stage: { context: Context }) {
  const trio = await makeTrio(stage, { isBooked: true })
  const { advisor, review } = trio
  const caller = { role: 'advisor', personId: advisor._id } as const
  const given = { id: review, way: 'next-week' } as const
  const { _id: next } = await inTransaction(stage.context, (tx) => applyDecision(tx, caller, given))
  const undo: PlannedRequest = { who: advisor, asked: { call: 'undo', review } }
  return { ...trio, next, undo }
}

/** Undoing a decision, against everything that can conflict with it. */
export const undoScenes: Record<string, MakeScene> = {
  'undo against undo': async (stage) => {
    const { cast, undo } = await makeDecided(stage)
    return { cast, calls: repeatCall(4, undo) }
  },
  'undo against who books the next review': async (stage) => {
    const { cast, advisor, book, next, undo } = await makeDecided(stage)
    const booking = { who: advisor, asked: { ...book, review: next } }
    return { cast, calls: [...repeatCall(2, undo), ...repeatCall(2, booking)] }
  },
  'undo against who decides the next review': async (stage) => {
    const { cast, advisor, next, undo } = await makeDecided(stage)
    const decide: PlannedRequest = { who: advisor, asked: makeDecisionCall(next, 'week-repeat') }
    return { cast, calls: [...repeatCall(2, undo), ...repeatCall(2, decide)] }
  },
  'undo against who wants the slot that was freed': async (stage) => {
    const { cast, book, undo } = await makeDecided(stage)
    const who = await makePerson(stage, 'advisor')
    const { student, review } = await makeStudent(stage, who)
    const booking = { who, asked: { ...book, review } }
    return {
      cast: [...cast, who, student],
      calls: [...repeatCall(2, undo), ...repeatCall(2, booking)],
    }
  },
  'undo against who decides again': async (stage) => {
    const { cast, advisor, review, undo } = await makeDecided(stage)
    const decide: PlannedRequest = { who: advisor, asked: makeDecisionCall(review, 'week-repeat') }
    return { cast, calls: [...repeatCall(3, undo), ...repeatCall(3, decide)] }
  },
}
