import { z } from 'zod'
import { addAbsence, listAbsences, withdrawAbsence } from '#contract/availability/absences.ts'
import { saveAvailability } from '#contract/availability/availability.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { daysPerWeek } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import { toSlotTimes } from '../races/race-log.ts'
import type { Effects } from './find-losses.ts'
import { readWithoutRecording, type WriterContext } from './make-change.ts'
import {
  changeWithRetry,
  getScheduleEffects,
  type ScheduledReview,
  type SlotFact,
} from './schedule-changes.ts'

/** A reviewer who only saves their availability and adds absences. */
export type AbsenceReviewer = {
  reviewer: { _id: string; token: string }
  /** The first date for which slots are generated (YYYY-MM-DD): tomorrow. */
  since: string
  hour: number
  /** The number of audit log entries about it. */
  lines: number
}

const spansAt = ({ since, reviewer }: AbsenceReviewer, hour: number, value: boolean): Effects => {
  const first = Date.parse(`${since}T00:00:00Z`)
  // Today is the first generated day.
  const dates = Array.from({ length: generatedDays - 1 }, (_, day) =>
    new Date(first + day * dayMs).toISOString().slice(0, 10),
  )
  const times = { timeStart: at(hour), timeEnd: at(hour + 1), reviewTime: 30 }
  const spans = dates.flatMap((date) => toSlotTimes({ date, ...times }))
  return Object.fromEntries(
    spans.map(({ startsAt, endsAt }) => [
      `slot ${reviewer._id} ${startsAt}`,
      value ? String(endsAt) : null,
    ]),
  )
}

const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Saves an availability that replaces all slots. */
export async function saveBlocks(desk: WriterContext, maker: AbsenceReviewer): Promise<void> {
  const { reviewer, since, hour } = maker
  const next = (hour + 1) % (daysPerWeek * 3)
  const block = { from: at(next), to: at(next + 1), reviewTime: 30, everyWeeks: 1, until: null }
  const blocks = Array.from({ length: daysPerWeek }, (_, day) => ({
    ...block,
    since,
    weekday: day + 1,
  }))
  const week = `${daysPerWeek} of ${block.from} to ${block.to}`
  await changeWithRetry(desk, {
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

/**
 * Adds an absence, by which its review loses its slot and all slots are removed, and withdraws it.
 */
export async function addAndWithdrawAbsence(
  desk: WriterContext,
  of: ScheduledReview & { day: string; away: number },
  slots: SlotFact[],
): Promise<void> {
  const { reviewer, day } = of
  const toAuditedValues = () => ({ [`trail ${reviewer._id}`]: String(++of.away) })
  await changeWithRetry(desk, {
    what: `absence of ${reviewer._id}`,
    to: addAbsence,
    token: reviewer.token,
    body: { value: { from: day, to: day, reason: 'Ill', confirm: true } },
    effects: {
      ...getScheduleEffects(of, 'lost', null),
      ...Object.fromEntries(
        slots.flatMap(({ _id, fact }) => [
          [fact, null],
          [`trail ${_id}`, '1'],
        ]),
      ),
      [`absence ${reviewer._id}`]: day,
      ...toAuditedValues(),
    },
  })
  const Absences = z.array(z.object({ _id: z.string() }))
  const [absence] = Absences.parse(
    await readWithoutRecording(desk, listAbsences.path, reviewer.token),
  )
  await changeWithRetry(desk, {
    what: `absence of ${reviewer._id} withdrawn`,
    to: withdrawAbsence,
    token: reviewer.token,
    body: { value: { id: absence?._id } },
    effects: { [`absence ${reviewer._id}`]: null, ...toAuditedValues() },
  })
}
