import { minuteMs } from '#contract/kit/time/durations.ts'
import { makePerson, makeSlot } from '#test/factories.ts'
import {
  type Actor,
  type MakeScene,
  makeDecisionCall,
  makeHalfHourSlot,
  makeStudent,
  makeTrio,
  type PlannedRequest,
  qualifyReviewer,
  repeatCall,
} from '../scene-helpers.ts'

type Stage = Parameters<MakeScene>[0]

/** A booked review, another slot of the same reviewer, and calls about them. */
export async function makeMovableReview(stage: Stage) {
  const trio = await makeTrio(stage, { isBooked: true })
  const { advisor, reviewer, student, review, book } = trio
  await qualifyReviewer(stage, reviewer, student)
  const other = await makeHalfHourSlot(stage, reviewer, 2)
  const move: PlannedRequest = { who: advisor, asked: { ...book, call: 'move', slot: other } }
  const cancel: PlannedRequest = {
    who: advisor,
    asked: { call: 'cancel', review, role: 'advisor' },
  }
  const cancelled: PlannedRequest = {
    who: reviewer,
    asked: { call: 'cancel', review, role: 'reviewer' },
  }
  const takeBack: PlannedRequest = {
    who: advisor,
    asked: { call: 'take back', review, role: 'advisor' },
  }
  const takenBack: PlannedRequest = {
    who: reviewer,
    asked: { call: 'take back', review, role: 'reviewer' },
  }
  const ask: PlannedRequest = { who: student, asked: { call: 'ask', review, slots: [other] } }
  const withdraw: PlannedRequest = { who: student, asked: { call: 'withdraw', review } }
  const decline: PlannedRequest = { who: advisor, asked: { call: 'decline', review } }
  const requests = { ask, withdraw, decline }
  return { ...trio, other, move, cancel, cancelled, takeBack, takenBack, ...requests }
}

/** Another advisor with a waiting review that needs a slot of the same reviewer. */
export async function makeRivalAdvisor(stage: Stage, reviewer: { _id: string }) {
  const who = await makePerson(stage, 'advisor')
  const { student, review } = await makeStudent(stage, who)
  const book = (slot: string): PlannedRequest => ({
    who,
    asked: { call: 'book', review, reviewer: reviewer._id, slot },
  })
  return { who, review, book, cast: [who, student] }
}

/** A review whose slot began so many ms ago. */
async function makeBegun(stage: Stage, agoMs: number) {
  const advisor = await makePerson(stage, 'advisor')
  const reviewer = await makePerson(stage, 'reviewer')
  const startsAt = stage.context.clock() - agoMs
  const slot = await makeSlot(stage, reviewer, startsAt)
  const other = await makeHalfHourSlot(stage, reviewer, 2)
  const { student, review } = await makeStudent(stage, advisor, { slot })
  const to = { review, reviewer: reviewer._id, slot: other } as const
  return { cast: [advisor, reviewer, student], advisor, reviewer, student, startsAt, review, to }
}

/** Schedule changes against everything that can conflict with them. */
export const reschedulingScenes: Record<string, MakeScene> = {
  'move against book of the same slot': async (stage) => {
    const { cast, reviewer, slot, other, move } = await makeMovableReview(stage)
    const [rival, waiting] = [
      await makeRivalAdvisor(stage, reviewer),
      await makeRivalAdvisor(stage, reviewer),
    ]
    const bookings = [...repeatCall(2, rival.book(other)), ...repeatCall(2, waiting.book(slot))]
    return {
      cast: [...cast, ...rival.cast, ...waiting.cast],
      calls: [...repeatCall(2, move), ...bookings],
    }
  },
  'two reviews that change places': async (stage) => {
    const one = await makeMovableReview(stage)
    const { student, review } = await makeStudent(stage, one.advisor, { slot: one.other })
    const third = await makeHalfHourSlot(stage, one.reviewer, 4)
    const moves = [one.slot, third].map(
      (slot): PlannedRequest => ({
        who: one.advisor,
        asked: { ...one.book, call: 'move', review, slot },
      }),
    )
    return { cast: [...one.cast, student], calls: [...repeatCall(2, one.move), ...moves] }
  },
  'move against cancel, follow and mark': async (stage) => {
    const { cast, advisor, reviewer, review, move, cancel, cancelled } =
      await makeMovableReview(stage)
    const decide: PlannedRequest = { who: advisor, asked: makeDecisionCall(review, 'next-week') }
    const mark: PlannedRequest = { who: reviewer, asked: { call: 'mark', review } }
    return { cast, calls: [move, cancel, cancelled, decide, mark] }
  },
  'cancel and move against the beginning': async (stage) => {
    const { cast, advisor, reviewer, review, startsAt, to } = await makeBegun(stage, -300)
    const from = startsAt - 25
    const asked = { call: 'cancel', review } as const
    const calls: PlannedRequest[] = [
      { who: advisor, asked: { ...asked, role: 'advisor' }, from },
      { who: reviewer, asked: { ...asked, role: 'reviewer' }, from },
      { who: advisor, asked: { ...to, call: 'move' }, from },
      { who: reviewer, asked: { call: 'mark', review }, from },
    ]
    return { cast, calls: calls.flatMap((call) => repeatCall(2, call)) }
  },
  'no-shows against each other, mark and follow': async (stage) => {
    const { cast, advisor, reviewer, student, review, to } = await makeBegun(stage, 11 * minuteMs)
    const asked = { call: 'no-show', review } as const
    const calls: PlannedRequest[] = [
      { who: student, asked: { ...asked, role: 'student', absent: 'reviewer' } },
      { who: reviewer, asked: { ...asked, role: 'reviewer', absent: 'student' } },
      { who: advisor, asked: { ...asked, role: 'advisor', absent: 'student' } },
      { who: reviewer, asked: { call: 'mark', review } },
      { who: advisor, asked: makeDecisionCall(review, 'week-repeat') },
      { who: advisor, asked: { ...to, call: 'book' } },
    ]
    return { cast, calls }
  },
  'undo of a cancellation against a new booking': async (stage) => {
    const { cast, reviewer, slot, other, book, advisor, ...own } = await makeMovableReview(stage)
    const rival = await makeRivalAdvisor(stage, reviewer)
    const again: PlannedRequest = { who: advisor, asked: { ...book, slot: other } }
    return {
      cast: [...cast, ...rival.cast],
      calls: [own.cancel],
      afterwards: [...repeatCall(3, own.takeBack), ...repeatCall(2, rival.book(slot)), again],
    }
  },
  'undo of a reviewer’s cancellation against a new booking': async (stage) => {
    const { cast, reviewer, slot, other, book, advisor, ...own } = await makeMovableReview(stage)
    const rival = await makeRivalAdvisor(stage, reviewer)
    const again: PlannedRequest = { who: advisor, asked: { ...book, slot: other } }
    return {
      cast: [...cast, ...rival.cast],
      calls: [own.cancelled],
      afterwards: [...repeatCall(2, own.takenBack), own.takeBack, rival.book(slot), again],
    }
  },
  'undo of a move against who took the old slot': async (stage) => {
    const { cast, reviewer, slot, move, cancelled, takeBack } = await makeMovableReview(stage)
    const rival = await makeRivalAdvisor(stage, reviewer)
    return {
      cast: [...cast, ...rival.cast],
      calls: [move],
      afterwards: [...repeatCall(3, takeBack), ...repeatCall(2, rival.book(slot)), cancelled],
    }
  },
  'a reschedule request granted against withdrawn': async (stage) => {
    const { cast, student, review, move, cancel, ask, withdraw } = await makeMovableReview(stage)
    const without: PlannedRequest = { who: student, asked: { call: 'ask', review, slots: [] } }
    return { cast, calls: [ask], afterwards: [move, cancel, withdraw, withdraw, ask, without] }
  },
  'a reschedule request declined against granted': async (stage) => {
    const { cast, move, takeBack, ask, decline } = await makeMovableReview(stage)
    return { cast, calls: [ask], afterwards: [decline, move, decline, takeBack, ask] }
  },
  'a reschedule request declined against withdrawn': async (stage) => {
    const { cast, ask, withdraw, decline } = await makeMovableReview(stage)
    return {
      cast,
      calls: [ask],
      afterwards: [...repeatCall(2, decline), ...repeatCall(2, withdraw)],
    }
  },
  'most a day and buffer against three who book': async (stage) => {
    const { cast, reviewer, slot, other, move } = await makeMovableReview(stage)
    await setBookingRules(stage, reviewer, { buffer: 45, most_a_day: 2 })
    const wanted = [1, 2, 3, 5].map((place) => makeHalfHourSlot(stage, reviewer, 2 * place + 2))
    const rivals = []
    for (const id of await Promise.all(wanted)) {
      rivals.push({ ...(await makeRivalAdvisor(stage, reviewer)), id })
    }
    return {
      cast: [...cast, ...rivals.flatMap((rival) => rival.cast)],
      calls: [
        move,
        ...rivals.map(({ book, id }) => book(id)),
        ...rivals.map(({ book }) => book(slot)),
        ...rivals.map(({ book }) => book(other)),
      ],
    }
  },
}

/** Changes a reviewer's booking limits. */
export async function setBookingRules(
  { context: { db, clock } }: Stage,
  { _id: reviewer_id }: Pick<Actor, '_id'>,
  rules: { buffer?: number; most_a_day?: number; notice?: number },
): Promise<void> {
  const row = { buffer: 0, most_a_day: null, notice: 0, ...rules }
  await db
    .insertInto('availabilities')
    .values({ reviewer_id, ...row, saved_at: clock() })
    .execute()
}
