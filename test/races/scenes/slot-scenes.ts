import { makeDomain, makePerson } from '#test/factories.ts'
import type { BookingPlan } from '../race-log.ts'
import {
  type Actor,
  type MakeScene,
  makeHalfHourSlot,
  makeRange,
  makeStudent,
  makeTrio,
  type PlannedRequest,
  qualifyReviewer,
  repeatCall,
} from '../scene-helpers.ts'
import { makeMovableReview, makeRivalAdvisor, setBookingRules } from './rescheduling-scenes.ts'

type Stage = Parameters<MakeScene>[0]

/**
 * A booked review whose advisor allows automatic moves, a reviewer who can take it, and a rival.
 */
async function makeRebooked(stage: Stage) {
  const { db } = stage.context
  const domain = await makeDomain(stage)
  const advisor = await makePerson(stage, 'advisor')
  const reviewer = await makePerson(stage, 'reviewer')
  const other = await makePerson(stage, 'reviewer')
  const rows = [reviewer, other].map(({ _id }) => ({ reviewer_id: _id, domain_id: domain._id }))
  await db.insertInto('reviewer_domains').values(rows).execute()
  const settings = { advisor_id: advisor._id, move_by_itself: 'same-day' } as const
  await db.insertInto('advisor_settings').values(settings).execute()
  const slot = await makeHalfHourSlot(stage, reviewer, 0)
  const [free, elsewhere] = [
    await makeHalfHourSlot(stage, reviewer, 2),
    await makeHalfHourSlot(stage, other, 1),
  ]
  const { student, review } = await makeStudent(stage, advisor, { domain, slot })
  const rival = await makePerson(stage, 'advisor')
  const theirs = await makeStudent(stage, rival, { domain })
  const book = (of: Actor, id: string): PlannedRequest => ({
    who: rival,
    asked: { call: 'book', review: theirs.review, reviewer: of._id, slot: id },
  })
  const { date } = makeRange(stage.context.clock(), '', '', 0)
  const absence: PlannedRequest = { who: reviewer, asked: { call: 'absence', date } }
  const cast = [advisor, reviewer, other, student, rival, theirs.student]
  return {
    cast,
    advisor,
    reviewer,
    other,
    slot,
    free,
    elsewhere,
    student,
    review,
    book,
    absence,
    date,
  }
}

/** This many advisors click 'Book all' at once, each for two reviews, all with the same slots. */
export const makeBookAllScene =
  (advisors: number, slotsOfEach: number): MakeScene =>
  async (stage) => {
    const domain = await makeDomain(stage)
    const reviewers: Actor[] = []
    const slots: { reviewer: string; slot: string }[] = []
    for (const rules of [{}, { buffer: 20 }, { most_a_day: 3 }, { buffer: 40, most_a_day: 4 }]) {
      const reviewer = await makePerson(stage, 'reviewer')
      if (Object.keys(rules).length > 0) await setBookingRules(stage, reviewer, rules)
      reviewers.push(reviewer)
      for (let place = 0; place < slotsOfEach; place++) {
        const slot = await makeHalfHourSlot(stage, reviewer, place)
        slots.push({ reviewer: reviewer._id, slot })
      }
    }
    const cast: { _id: string }[] = [...reviewers]
    const calls: PlannedRequest<BookingPlan>[] = []
    for (let nth = 0; nth < advisors; nth++) {
      const who = await makePerson(stage, 'advisor')
      const lines: BookingPlan['lines'] = []
      for (const step of [0, 1]) {
        const { student, review } = await makeStudent(stage, who, { domain })
        cast.push(student)
        // In different orders, so that locking slots in the given order would deadlock.
        const place = slots.at((step === 0 ? nth * 3 : -nth * 5 - 1) % slots.length)
        if (place) lines.push({ call: 'book', review, ...place })
      }
      calls.push({ who, asked: { call: 'plan', lines } })
    }
    return { cast, calls }
  }

/** A booked review that its reviewer cancels with its slot, and a rival for that slot. */
async function makeRemovable(stage: Stage) {
  const movable = await makeMovableReview(stage)
  const { reviewer, review, slot } = movable
  const asked = { call: 'cancel', review, role: 'reviewer', removesSlot: true } as const
  const gone: PlannedRequest = { who: reviewer, asked }
  const { book, cast } = await makeRivalAdvisor(stage, reviewer)
  const { date } = makeRange(stage.context.clock(), '', '', 0)
  const absence: PlannedRequest = { who: reviewer, asked: { call: 'absence', date } }
  return { ...movable, cast: [...movable.cast, ...cast], gone, rival: book(slot), absence }
}

const week = (who: Actor, timeStart: string, timeEnd: string, reviewTime = 60): PlannedRequest => ({
  who,
  asked: { call: 'week', times: { timeStart, timeEnd, reviewTime } },
})

/** Adding and removing slots, against everything that can conflict with it. */
export const slotScenes: Record<string, MakeScene> = {
  'absence against booking': async (stage) => {
    const { cast, reviewer, other, free, elsewhere, book, absence } = await makeRebooked(stage)
    const bookings = [book(reviewer, free), book(other, elsewhere)]
    return { cast, calls: [absence, ...bookings, ...bookings] }
  },
  'absence by an admin against booking and the reviewer’s own': async (stage, admin) => {
    const { cast, reviewer, other, free, elsewhere, book, absence, date } =
      await makeRebooked(stage)
    const byAdmin: PlannedRequest = {
      who: admin,
      asked: { call: 'absence', date, of: reviewer._id },
    }
    const bookings = [book(reviewer, free), book(other, elsewhere)]
    return { cast, calls: [byAdmin, absence, byAdmin, ...bookings, ...bookings] }
  },
  'absence against move, cancel and absence': async (stage) => {
    const { cast, advisor, reviewer, review, free, elsewhere, other, ...more } =
      await makeRebooked(stage)
    const away = { ...more.absence, who: other }
    const to = { review, reviewer: reviewer._id, slot: free } as const
    const calls: PlannedRequest[] = [
      ...[more.absence, away, more.book(other, elsewhere)],
      { who: advisor, asked: { ...to, call: 'move' } },
      { who: reviewer, asked: { call: 'cancel', review, role: 'reviewer' } },
    ]
    return { cast, calls }
  },
  'absence against block of the reviewer': async (stage, admin) => {
    const { cast, reviewer, free, book, absence } = await makeRebooked(stage)
    const block = { call: 'block', person: reviewer._id, role: 'reviewer' } as const
    return { cast, calls: [absence, { who: admin, asked: block }, book(reviewer, free)] }
  },
  'removal against booking and reschedule request': async (stage) => {
    const { cast, reviewer, advisor, slot, student, review, book } = await makeTrio(stage)
    await qualifyReviewer(stage, reviewer, student)
    const second = await makeHalfHourSlot(stage, reviewer, 1)
    const remove = { call: 'remove' as const, slots: [slot, second] }
    const calls: PlannedRequest[] = [
      { who: reviewer, asked: remove },
      { who: reviewer, asked: { ...remove, slots: [second, slot] } },
      { who: advisor, asked: { ...book, slot: second } },
      { who: student, asked: { call: 'ask', review, slots: [second, slot] } },
      { who: student, asked: { call: 'ask', review, slots: [slot, second] } },
    ]
    return { cast, calls }
  },
  'a cancellation with its slot against who wants that': async (stage) => {
    const { cast, gone, cancelled, cancel, rival } = await makeRemovable(stage)
    return { cast, calls: [...repeatCall(2, gone), cancelled, cancel, ...repeatCall(3, rival)] }
  },
  'a cancellation with its slot against move, removal and absence': async (stage) => {
    const { cast, reviewer, slot, other, gone, move, absence } = await makeRemovable(stage)
    const remove: PlannedRequest = {
      who: reviewer,
      asked: { call: 'remove', slots: [other, slot] },
    }
    return { cast, calls: [gone, move, remove, absence, gone] }
  },
  'undo of a cancellation with its slot': async (stage) => {
    const { cast, reviewer, gone, takenBack, takeBack, rival } = await makeRemovable(stage)
    const beside = makeRange(stage.context.clock(), '00:15', '00:45', 20)
    const add: PlannedRequest = { who: reviewer, asked: { call: 'add slots', range: beside } }
    return {
      cast,
      calls: [gone],
      afterwards: [...repeatCall(3, takenBack), takeBack, add, ...repeatCall(2, rival)],
    }
  },
  'undo of a cancellation with its slot against an absence': async (stage) => {
    const { cast, gone, takenBack, absence, rival } = await makeRemovable(stage)
    return { cast, calls: [gone], afterwards: [...repeatCall(2, takenBack), absence, rival] }
  },
  'removal against move': async (stage) => {
    const { cast, reviewer, advisor, slot, book } = await makeTrio(stage, { isBooked: true })
    const other = await makeHalfHourSlot(stage, reviewer, 1)
    const move: PlannedRequest = { who: advisor, asked: { ...book, call: 'move', slot: other } }
    const remove = (id: string): PlannedRequest => ({
      who: reviewer,
      asked: { call: 'remove', slots: [id] },
    })
    return { cast, calls: [...repeatCall(2, move), ...repeatCall(2, remove(other)), remove(slot)] }
  },
  'plans that want the same slots': makeBookAllScene(8, 3),
  'a plan against removal and absence': async (stage) => {
    const { cast, advisor, reviewer, other, elsewhere, free, book, ...more } =
      await makeRebooked(stage)
    const third = await makeHalfHourSlot(stage, other, 3)
    const pupils = [await makeStudent(stage, advisor), await makeStudent(stage, advisor)]
    const wanted = [
      { reviewer: other._id, slot: third },
      { reviewer: other._id, slot: elsewhere },
    ]
    const lines = pupils.flatMap(({ review }, place) => {
      const slot = wanted[place]
      return slot ? [{ call: 'book' as const, review, ...slot }] : []
    })
    const calls: PlannedRequest[] = [
      { who: advisor, asked: { call: 'plan', lines } },
      { who: advisor, asked: { call: 'plan', lines: lines.toReversed() } },
      { who: other, asked: { call: 'remove', slots: [elsewhere, third] } },
      ...[more.absence, book(reviewer, free)],
    ]
    return { cast: [...cast, ...pupils.map(({ student }) => student)], calls }
  },
  'slots made by several at once': async (stage) => {
    const who = await makePerson(stage, 'reviewer')
    const own = await makeHalfHourSlot(stage, who, 20)
    const calls = [
      ...repeatCall(3, week(who, '09:00', '11:00')),
      ...repeatCall(3, week(who, '09:30', '12:00')),
    ]
    return {
      cast: [who],
      calls: [...calls, { who, asked: { call: 'remove', slots: [own] } }],
      afterwards: repeatCall(3, week(who, '08:00', '11:00', 30)),
    }
  },
  'slots made anew against who books and removes them': async (stage) => {
    const { cast, reviewer, advisor, review } = await makeTrio(stage)
    const { _id } = reviewer
    const slots = await madeOn(stage, reviewer)
    const [first = '', second = '', third = ''] = slots
    const calls: PlannedRequest[] = [
      ...repeatCall(2, week(reviewer, '10:00', '12:00', 30)),
      { who: advisor, asked: { call: 'book', review, reviewer: _id, slot: first } },
      { who: advisor, asked: { call: 'book', review, reviewer: _id, slot: third } },
      { who: reviewer, asked: { call: 'remove', slots: [second, third] } },
    ]
    return { cast, calls, afterwards: repeatCall(3, week(reviewer, '10:00', '12:00', 30)) }
  },
}

/** Generated slots on the day that can be booked. */
async function madeOn(stage: Stage, reviewer: Actor): Promise<string[]> {
  await setBookingRules(stage, reviewer, {})
  const ids = []
  for (const place of [20, 21, 22]) ids.push(await makeHalfHourSlot(stage, reviewer, place))
  await stage.context.db
    .updateTable('slots')
    .set({ is_generated: 1 })
    .where('id', 'in', ids)
    .execute()
  return ids
}
