import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { getSlotState, type SlotState } from '../slot-state.ts'

/** A slot with a review, or a run of free slots without a gap. */
export type AgendaLine =
  | { slot: CalendarSlot }
  | {
      state: SlotState
      whyNot: CalendarSlot['whyNot']
      startsAt: string
      endsAt: string
      count: number
    }

/** A day's slots as lines of the agenda; consecutive free slots share one line. */
export function toAgendaLines(slots: CalendarSlot[], now: number): AgendaLine[] {
  const lines: AgendaLine[] = []
  for (const slot of slots) {
    const { startsAt, endsAt, whyNot } = slot
    const state = getSlotState(slot, now)
    const last = lines.at(-1)
    if (slot.review) lines.push({ slot })
    else if (last && 'count' in last && last.endsAt === startsAt && isAlike(last, slot, state)) {
      lines[lines.length - 1] = { ...last, endsAt, count: last.count + 1 }
    } else lines.push({ state, whyNot, startsAt, endsAt, count: 1 })
  }
  return lines
}

type SlotGroup = Extract<AgendaLine, { count: number }>

function isAlike(group: SlotGroup, { whyNot }: CalendarSlot, state: SlotState): boolean {
  return group.state === state && (state !== 'closed' || group.whyNot === whyNot)
}
