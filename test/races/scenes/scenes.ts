import type { Context } from '#server/kit/context.ts'
import { makePerson } from '#test/factories.ts'
import {
  type MakeScene,
  makeDecisionCall,
  makeHalfHourSlot,
  makeRange,
  makeStudent,
  makeTrio,
  type PlannedRequest,
  repeatCall,
} from '../scene-helpers.ts'
import { reschedulingScenes } from './rescheduling-scenes.ts'
import { slotScenes } from './slot-scenes.ts'
import { undoScenes } from './undo-scenes.ts'

/** This many advisors book one slot at once. */
export const makeStampedeScene =
  (clients: number): MakeScene =>
  async (stage) => {
    const first = await makeTrio(stage)
    const domain = { _id: await getDomain(stage, first.student) }
    const others = []
    while (others.length < clients - 1) {
      const advisor = await makePerson(stage, 'advisor')
      others.push({ advisor, ...(await makeStudent(stage, advisor, { domain })) })
    }
    const all = [first, ...others]
    return {
      cast: [first.reviewer, ...all.flatMap(({ advisor, student }) => [advisor, student])],
      calls: all.map(({ advisor, review }) => ({ who: advisor, asked: { ...first.book, review } })),
    }
  }

async function getDomain({ context }: { context: Context }, { _id }: { _id: string }) {
  const query = context.db.selectFrom('people').select('domain_id').where('id', '=', _id)
  return (await query.executeTakeFirstOrThrow()).domain_id ?? ''
}

const bookAgainstFollow =
  (way: 'week-repeat' | 'next-week'): MakeScene =>
  async (stage) => {
    const { advisor, book, review, cast } = await makeTrio(stage)
    const asked = [book, makeDecisionCall(review, way), book, makeDecisionCall(review, way)]
    return { cast, calls: asked.map((one) => ({ who: advisor, asked: one })) }
  }

const bookAgainstBlock =
  (role: 'student' | 'reviewer' | 'advisor'): MakeScene =>
  async (stage, admin) => {
    const trio = await makeTrio(stage)
    const asked = { call: 'block', person: trio[role]._id, role } as const
    const calls = [...repeatCall(2, { who: trio.advisor, asked: trio.book }), { who: admin, asked }]
    const slot = await makeHalfHourSlot(stage, trio.reviewer, 1)
    const { student, review } = await makeStudent(stage, trio.advisor)
    const late = { who: trio.advisor, asked: { ...trio.book, review, slot } }
    return { cast: [...trio.cast, student], calls, afterwards: [late] }
  }

/** Everything that books or frees a slot, against everything that can conflict with it. */
const scenes: Record<string, MakeScene> = {
  'one slot for eight advisors': makeStampedeScene(8),
  'two slots for one review': async (stage) => {
    const { advisor, reviewer, book, cast } = await makeTrio(stage)
    const slot = await makeHalfHourSlot(stage, reviewer, 1)
    const both = [book, { ...book, slot }]
    return { cast, calls: both.flatMap((asked) => repeatCall(2, { who: advisor, asked })) }
  },
  'book against week-repeat': bookAgainstFollow('week-repeat'),
  'book against next-week': bookAgainstFollow('next-week'),
  'week-repeat against next-week': async (stage) => {
    const { advisor, review, cast } = await makeTrio(stage, { isBooked: true })
    const asked = [makeDecisionCall(review, 'week-repeat'), makeDecisionCall(review, 'next-week')]
    return { cast, calls: asked.flatMap((one) => repeatCall(2, { who: advisor, asked: one })) }
  },
  'a slot that is freed, and who waits for it': async (stage) => {
    const { advisor, review, book, cast } = await makeTrio(stage, { isBooked: true })
    const waiting = []
    while (waiting.length < 2) {
      const who = await makePerson(stage, 'advisor')
      waiting.push({ who, ...(await makeStudent(stage, who)) })
    }
    const bookings = waiting.map((one) => ({
      who: one.who,
      asked: { ...book, review: one.review },
    }))
    const free = { who: advisor, asked: makeDecisionCall(review, 'next-week') }
    return {
      cast: [...cast, ...waiting.flatMap(({ who, student }) => [who, student])],
      calls: [free, ...bookings, ...bookings],
    }
  },
  ...undoScenes,
  'book against block of the student': bookAgainstBlock('student'),
  'book against block of the reviewer': bookAgainstBlock('reviewer'),
  'book against block of the advisor': bookAgainstBlock('advisor'),
  'add slots against add slots that overlap': async (stage) => {
    const who = await makePerson(stage, 'reviewer')
    const now = stage.context.clock()
    const ranges = [
      makeRange(now, '09:00', '11:00', 30),
      makeRange(now, '10:45', '12:00', 20),
      makeRange(now, '09:10', '09:55', 15),
      makeRange(now, '08:00', '13:00', 60),
    ]
    const calls = ranges.map(
      (one): PlannedRequest => ({ who, asked: { call: 'add slots', range: one } }),
    )
    return { cast: [who], calls }
  },
  'add slots against block of the reviewer': async (stage, admin) => {
    const who = await makePerson(stage, 'reviewer')
    const added = makeRange(stage.context.clock(), '09:00', '12:00', 30)
    const block = { call: 'block', person: who._id, role: 'reviewer' } as const
    const calls = [...repeatCall(2, { who, asked: { call: 'add slots', range: added } })]
    return { cast: [who], calls: [...calls, { who: admin, asked: block }] }
  },
  'mark against follow': async (stage) => {
    const { advisor, reviewer, review, cast } = await makeTrio(stage, { isBooked: true })
    const marks = repeatCall(2, { who: reviewer, asked: { call: 'mark', review } })
    const follows = repeatCall(2, { who: advisor, asked: makeDecisionCall(review, 'next-week') })
    return { cast, calls: [...marks, ...follows] }
  },
  'book against mark': async (stage) => {
    const { advisor, reviewer, review, book, cast } = await makeTrio(stage)
    const marks = repeatCall(2, { who: reviewer, asked: { call: 'mark', review } })
    return { cast, calls: [...repeatCall(2, { who: advisor, asked: book }), ...marks] }
  },
  'everything at once': async (stage, admin) => {
    const one = await makeTrio(stage)
    const other = await makeStudent(stage, one.advisor)
    const blocked = { call: 'block', person: one.reviewer._id, role: 'reviewer' } as const
    const added = makeRange(stage.context.clock(), '00:15', '02:00', 15)
    const asked = [
      one.book,
      { ...one.book, review: other.review },
      makeDecisionCall(one.review, 'week-repeat'),
      makeDecisionCall(other.review, 'next-week'),
    ]
    const byAdvisor = asked.map((call) => ({ who: one.advisor, asked: call }))
    return {
      cast: [...one.cast, other.student],
      calls: [
        ...[...byAdvisor, ...byAdvisor],
        { who: one.reviewer, asked: { call: 'mark', review: one.review } },
        { who: one.reviewer, asked: { call: 'add slots', range: added } },
        { who: admin, asked: blocked },
        { who: admin, asked: { ...blocked, call: 'unblock' } },
      ],
    }
  },
}

/** All races except the largest, by topic. */
export const races: Record<string, Record<string, MakeScene>> = {
  'into or out of booked': scenes,
  'of plans that change': reschedulingScenes,
  'of slots that come and go': slotScenes,
}
