import { z } from 'zod'
import { addAbsence, listAbsences, withdrawAbsence } from '#contract/availability/absences.ts'
import { saveAvailability } from '#contract/availability.ts'
import { dayMs } from '#contract/kit/time.ts'
import { daysAWeek } from '#contract/kit/zone.ts'
import { daysMade } from '#contract/limits.ts'
import { bookPlan } from '#contract/plan.ts'
import { cancelBooking } from '#contract/reviews/cancellation.ts'
import { moveReview, undoChange } from '#contract/reviews/moves.ts'
import { noteNoShow } from '#contract/reviews/no-show.ts'
import { askOtherTime, withdrawWish } from '#contract/reviews/wishes.ts'
import { removeSlots } from '#contract/slots/own-week.ts'
import { happens, pickOne } from '#seed/random.ts'
import { spansOf } from '../races/ledger.ts'
import { reviewFact } from './facts.ts'
import type { Effects } from './kept.ts'
import { type Change, type Desk, look, make } from './writer.ts'

/** A review whose plans change, and whose it is. */
export type Planned = {
  advisor: { token: string }
  reviewer: { _id: string; token: string }
  student: { token: string }
  review: string
  /** What its history says, and how often its slot changed. */
  lines: string[]
  slotChanges: number
}

export type Place = { _id: string; fact: string }

/** What a change leaves: how the review stands, its line in the history, and that in the trail. */
export function plannedEffects(
  of: Pick<Planned, 'review' | 'lines' | 'slotChanges'>,
  what: string,
  slot?: string | null,
): Effects {
  of.lines.push(what)
  if (slot !== undefined) of.slotChanges++
  const status = slot ? 'review-scheduled' : 'not-scheduled'
  return {
    [`history ${of.review}`]: of.lines.join(', '),
    ...(of.slotChanges > 0 && { [`trail ${of.review}`]: String(of.slotChanges) }),
    ...(slot !== undefined && {
      [`review ${of.review}`]: reviewFact({ status, slot, isClosed: false }),
    }),
  }
}

/** Makes a change that is made once more with its key where it had no answer. */
const change = (desk: Desk, wish: Change) => make(desk, { ...wish, isRepeated: true })

/** Lets the plans of a booked review change, and returns the slot with which it stands in the end. */
export async function changePlans(
  desk: Desk,
  of: Planned,
  [first, second, third, fourth]: [Place, Place, Place, Place],
): Promise<Place> {
  const way = pickOne(desk.random, ['move', 'cancel', 'wish', 'removal'] as const)
  if (way === 'move') {
    await move(desk, of, second)
    if (!happens(desk.random, 0.5)) return second
    await takeBack(desk, of, 'advisor', first)
    return first
  }
  if (way === 'cancel') {
    const role = pickOne(desk.random, ['advisor', 'reviewer'] as const)
    await cancel(desk, of, role)
    if (happens(desk.random, 0.5)) await takeBack(desk, of, role, first)
    else await bookAll(desk, of, first)
    return first
  }
  if (way === 'wish') {
    await ask(desk, of)
    if (happens(desk.random, 0.5)) await withdraw(desk, of)
    await move(desk, of, third, { [`wish ${of.review}`]: null })
    return third
  }
  await removeOne(desk, of, fourth)
  return first
}

const placed = ({ review: reviewId, reviewer }: Planned, { _id: slot }: Place) => ({
  ...{ reviewId, reviewer: reviewer._id, slot },
})

async function move(desk: Desk, of: Planned, to: Place, more: Effects = {}): Promise<void> {
  await change(desk, {
    what: `move ${of.review} to ${to._id}`,
    to: moveReview,
    token: of.advisor.token,
    body: { value: placed(of, to) },
    effects: { ...plannedEffects(of, 'moved', to._id), ...more },
  })
}

/** Books one review by a plan. */
export async function bookAll(desk: Desk, of: Planned, to: Place): Promise<void> {
  await change(desk, {
    what: `book all: ${to._id} for ${of.review}`,
    to: bookPlan,
    token: of.advisor.token,
    body: { value: [placed(of, to)] },
    effects: plannedEffects(of, 'booked', to._id),
  })
}

async function cancel(desk: Desk, of: Planned, role: 'advisor' | 'reviewer'): Promise<void> {
  await change(desk, {
    what: `cancel ${of.review}`,
    to: cancelBooking[role],
    token: of[role].token,
    body: { value: { reviewId: of.review, reason: 'Ill' } },
    effects: plannedEffects(of, 'cancelled', null),
  })
}

async function takeBack(
  desk: Desk,
  of: Planned,
  role: 'advisor' | 'reviewer',
  to: Place,
): Promise<void> {
  await change(desk, {
    what: `take back what happened to ${of.review}`,
    to: undoChange[role],
    token: of[role].token,
    body: { value: { reviewId: of.review } },
    effects: plannedEffects(of, 'undone', to._id),
  })
}

/** The second wish stands in the place of the first one. */
async function ask(desk: Desk, of: Planned): Promise<void> {
  for (const reason of ['An exam', 'A train']) {
    await change(desk, {
      what: `ask for another time of ${of.review}`,
      to: askOtherTime,
      token: of.student.token,
      body: { value: { reviewId: of.review, reason, slots: [] } },
      effects: { ...plannedEffects(of, 'asked'), [`wish ${of.review}`]: reason },
    })
  }
}

async function withdraw(desk: Desk, of: Planned): Promise<void> {
  await change(desk, {
    what: `withdraw the wish of ${of.review}`,
    to: withdrawWish,
    token: of.student.token,
    body: { value: { reviewId: of.review } },
    effects: { ...plannedEffects(of, 'withdrawn'), [`wish ${of.review}`]: null },
  })
}

async function removeOne(desk: Desk, { reviewer }: Planned, slot: Place): Promise<void> {
  await change(desk, {
    what: `remove ${slot._id}`,
    to: removeSlots,
    token: reviewer.token,
    body: { value: { slots: [slot._id] } },
    effects: { [slot.fact]: null, [`trail ${slot._id}`]: '1' },
  })
}

/** Notes that nobody came to a review that began before. */
export async function noteAbsent(desk: Desk, of: Planned, slot: string): Promise<void> {
  await change(desk, {
    what: `no-show of ${of.review}`,
    to: noteNoShow.advisor,
    token: of.advisor.token,
    body: { value: { reviewId: of.review, who: 'student' } },
    effects: { ...plannedEffects(of, 'no-show', null), [`no-show ${slot}`]: 'student' },
  })
}

/** A reviewer who does nothing but save a week and be away. */
export type Maker = {
  reviewer: { _id: string; token: string }
  /** The first date from which slots are made (YYYY-MM-DD): tomorrow. */
  since: string
  hour: number
  /** How many lines the trail has about it. */
  lines: number
}

const spansAt = ({ since, reviewer }: Maker, hour: number, value: boolean): Effects => {
  const first = Date.parse(`${since}T00:00:00Z`)
  // Today is the first of the days that are made.
  const dates = Array.from({ length: daysMade - 1 }, (_, day) =>
    new Date(first + day * dayMs).toISOString().slice(0, 10),
  )
  const times = { timeStart: at(hour), timeEnd: at(hour + 1), reviewTime: 30 }
  const spans = dates.flatMap((date) => spansOf({ date, ...times }))
  return Object.fromEntries(
    spans.map(({ startsAt, endsAt }) => [
      `slot ${reviewer._id} ${startsAt}`,
      value ? String(endsAt) : null,
    ]),
  )
}

const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Saves a week with which every slot goes and others are made. */
export async function saveWeek(desk: Desk, maker: Maker): Promise<void> {
  const { reviewer, since, hour } = maker
  const next = (hour + 1) % (daysAWeek * 3)
  const block = { from: at(next), to: at(next + 1), reviewTime: 30, everyWeeks: 1, until: null }
  const blocks = Array.from({ length: daysAWeek }, (_, day) => ({
    ...{ ...block, since, weekday: day + 1 },
  }))
  const week = `${daysAWeek} of ${block.from} to ${block.to}`
  await change(desk, {
    what: `save the week of ${reviewer._id}`,
    to: saveAvailability,
    token: reviewer.token,
    body: { value: { blocks, buffer: 0, mostADay: null, notice: 0, confirm: true } },
    effects: {
      ...(maker.lines > 0 && spansAt(maker, hour, false)),
      ...spansAt(maker, next, true),
      [`week ${reviewer._id}`]: week,
      [`trail ${reviewer._id}`]: String(++maker.lines),
    },
  })
  maker.hour = next
}

/** Is away for a day, with which its review loses its slot and all slots go, and no longer. */
export async function beAway(
  desk: Desk,
  of: Planned & { day: string; away: number },
  slots: Place[],
): Promise<void> {
  const { reviewer, day } = of
  const inTrail = () => ({ [`trail ${reviewer._id}`]: String(++of.away) })
  await change(desk, {
    what: `absence of ${reviewer._id}`,
    to: addAbsence,
    token: reviewer.token,
    body: { value: { from: day, to: day, reason: 'Ill', confirm: true } },
    effects: {
      ...plannedEffects(of, 'lost', null),
      ...Object.fromEntries(
        slots.flatMap(({ _id, fact }) => [
          [fact, null],
          [`trail ${_id}`, '1'],
        ]),
      ),
      [`absence ${reviewer._id}`]: day,
      ...inTrail(),
    },
  })
  const Absences = z.array(z.object({ _id: z.string() }))
  const [absence] = Absences.parse(await look(desk, listAbsences.path, reviewer.token))
  await change(desk, {
    what: `absence of ${reviewer._id} withdrawn`,
    to: withdrawAbsence,
    token: reviewer.token,
    body: { value: { id: absence?._id } },
    effects: { [`absence ${reviewer._id}`]: null, ...inTrail() },
  })
}
