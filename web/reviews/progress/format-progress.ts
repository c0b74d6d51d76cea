import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Turn } from '#contract/reviews/turn.ts'
import type { RiskReason } from '#contract/school/at-risk.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'

type Known = {
  /** The newest review, then the earlier ones, newest first. */
  present: Pick<Review, 'week' | 'date' | 'turn'>
  earlier: Pick<Review, 'week'>[]
  /** The student's risk reasons, as the server reports them. */
  reasons: RiskReason[]
  /** The start of the slot of a booked review that waits for marks (ms since 1970). */
  unmarkedSince: number | undefined
  /** The date (YYYY-MM-DD) in the school's zone. */
  today: string
  timeZone: string
}

/**
 * The student's progress in one sentence: blocked, why they are stuck, or how far they are:
 * 'Overdue since Mon 16 Nov'.
 */
export function formatProgress(known: Known): string {
  const { present, earlier, reasons, unmarkedSince, today, timeZone } = known
  const week = `week ${formatWeekNumber(present.week)}`
  const due = toMidSentence(formatDay(dateInZone(Date.parse(present.date), timeZone), today))
  const times = 1 + earlier.filter((review) => review.week === present.week).length
  const held = unmarkedSince && toMidSentence(formatDay(dateInZone(unmarkedSince, timeZone), today))
  const unmarkedInWords = `the review${held ? ` of ${held}` : ''} has no marks yet`
  const words: Record<RiskReason, string> = {
    overdue: `overdue since ${due}`,
    repeated: `in ${week} for the ${ordinal(times)} time`,
    critical: 'last marks Task Critical',
    'no-advisor': 'without an advisor',
    unmarked: `in ${week}, ${unmarkedInWords}`,
    undecided: `in ${week}, marked and not decided`,
  }
  if (present.turn?.step === 'wait') {
    return `${present.turn.onHold === 'paused' ? 'Paused' : 'Blocked'} in ${week}`
  }
  if (reasons.length > 0) return asSentence(reasons.map((reason) => words[reason]).join(', '))
  if (present.turn === null) return asSentence(`done with ${week}`)
  if (unmarkedSince !== undefined) {
    return asSentence(`in ${week}, ${unmarkedInWords}`)
  }
  return asSentence(`on the way: in ${week}, ${formatState(present.turn, due)}`)
}

function formatState({ step }: Turn, due: string): string {
  if (step === 'decide') return 'marked, and the advisor decides'
  return step === 'hold' ? 'a slot is booked' : `review due ${due}`
}

/** The latest marks: 'Week 04: code 71, theory 64, Task Completed'. */
export function formatLastMarks(newestFirst: Pick<Review, 'week' | 'status' | 'mark'>[]): string {
  const marked = newestFirst.find(({ status }) => status === 'conducted')
  if (!marked) return 'none yet'
  const { code, theory, weekStatus } = marked.mark
  return `Week ${formatWeekNumber(marked.week)}: code ${code}, theory ${theory}, ${weekStatus}`
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An ordinal number: '3rd'. */
function ordinal(count: number): string {
  const ends = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${count}${ends[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)]}`
}
