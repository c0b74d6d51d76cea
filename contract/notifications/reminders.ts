import { z } from 'zod'
import { pagePaths } from '../kit/page-paths.ts'
import { counted } from '../kit/plural.ts'
import { hourMs } from '../kit/time.ts'
import { dayInZone } from '../kit/zone.ts'
import { slotsShortHours } from '../limits/notifications.ts'
import { bookingHorizonDays } from '../limits.ts'
import { type Turn, turnSteps } from '../reviews/turn.ts'
import { describeShortage } from '../school/slot-shortage.ts'
import {
  AheadFacts,
  advisorOfReader,
  inSentence,
  latestOf,
  listNames,
  onSlot,
  type Reader,
  shortly,
  whenAndWhom,
  whose,
} from './format-review.ts'

/** Whoever must be at a review: its advisor hears only what becomes of it. */
const callers = ['student', 'reviewer'] as const

const ofSlotAhead = {
  to: callers,
  facts: AheadFacts,
  details: (facts: AheadFacts, reader: Reader) => whenAndWhom({ ...facts, from: null }, reader),
  goodUntil: ({ to }: AheadFacts) => latestOf([to]),
}

export const reminderDay = {
  ...ofSlotAhead,
  label: 'A reminder a day before a review',
  subject: (facts: AheadFacts, reader: Reader) =>
    shortly('Reminder', { ...facts, place: facts.to }, reader),
  text: (facts: AheadFacts, reader: Reader) =>
    `Reminder: ${inSentence(whose(facts, reader))} is${onSlot(facts.to, reader)}.`,
}

export const reminderHour = {
  ...ofSlotAhead,
  label: 'A reminder an hour before a review',
  subject: (facts: AheadFacts, reader: Reader) =>
    shortly('Begins soon', { ...facts, place: facts.to }, reader),
  text: (facts: AheadFacts, reader: Reader) =>
    `${whose(facts, reader)} begins soon,${onSlot(facts.to, reader)}.`,
}

export const overdue = {
  label: 'A review is overdue',
  to: ['student', 'advisor'] as const,
  facts: AheadFacts,
  mail: 'gathered' as const,
  subject: (facts: AheadFacts, reader: Reader) => `${whose(facts, reader)} is overdue`,
  text: (facts: AheadFacts, reader: Reader) => {
    const said = `${whose(facts, reader)} was due on ${dayInZone(Date.parse(facts.due), reader.timeZone)} and has no slot`
    return reader.role === 'student' ? `${said}. ${advisorOfReader(facts)} books one.` : `${said}.`
  },
}

/** Of one review, or of all that are overdue with an advisor; and who reminds, unless time does. */
const Reminded = z.union([
  /** Without a step the student is reminded of it. */
  AheadFacts.extend({ by: z.string().nullable(), step: z.enum(turnSteps).optional() }),
  z.object({
    by: z.string(),
    overdue: z.number(),
    /** Of the longest overdue, as many as fit; older notices name none. */
    students: z.array(z.string()).default([]),
  }),
])
type Reminded = z.infer<typeof Reminded>

export const reminded = {
  label: 'Somebody reminds you',
  button: 'See what waits',
  to: ['student', 'advisor', 'reviewer'] as const,
  facts: Reminded,
  mail: 'gathered' as const,
  subject: (facts: Reminded, reader: Reader) =>
    'student' in facts && facts.by === null
      ? `${whose(facts, reader)} has no marks yet`
      : `${facts.by} reminds you`,
  text: (facts: Reminded, reader: Reader) => {
    if ('overdue' in facts) {
      const reviews = counted(facts.overdue, 'review is', 'reviews are')
      const waits = facts.overdue === 1 ? 'waits' : 'wait'
      return `${facts.by} reminds you: ${reviews} overdue and ${waits} for a slot${ofStudents(facts)}.`
    }
    const { by, to, due, step } = facts
    if (step !== undefined) return describeStep(facts, step, reader)
    const review = `${by} reminds you of ${inSentence(whose(facts, reader))}`
    if (to) return `${review}${onSlot(to, reader)}.`
    const said = `${review}, due on ${dayInZone(Date.parse(due), reader.timeZone)}.`
    return reader.role === 'student' ? `${said} ${advisorOfReader(facts)} books its time.` : said
  },
}

/** What somebody is reminded to do about a review. */
function describeStep(
  { by, student, week, to, due }: AheadFacts & { by: string | null },
  step: Turn['step'],
  reader: Reader,
): string {
  const review = whose({ student, week }, reader)
  if (by === null) return `${review}${onSlot(to, reader)} has no marks yet.`
  if (step === 'mark') return `${by} reminds you: ${review}${onSlot(to, reader)} has no marks yet.`
  if (step === 'decide') {
    return `${by} reminds you: ${review} has its marks. Decide how ${student.name} goes on.`
  }
  const day = dayInZone(Date.parse(due), reader.timeZone)
  return `${by} reminds you: ${review}, due on ${day}, waits for a slot.`
}

/** ', of Lars Kim and 2 more'. */
function ofStudents({ overdue, students }: { overdue: number; students: string[] }): string {
  return students.length === 0 ? '' : `, of ${listNames(students, overdue)}`
}

/** Those of an older version have no day: they counted whatever waits. */
const Shortage = z.object({
  domain: z.string(),
  waiting: z.number(),
  free: z.number(),
  day: z.string().optional(),
})
type Shortage = z.infer<typeof Shortage>

export const slotsShort = {
  label: 'Slots run short',
  button: 'See what can be done',
  to: ['reviewer', 'admin'] as const,
  facts: Shortage,
  mail: 'gathered' as const,
  goodUntil: (_: Shortage, at: number) => at + slotsShortHours * hourMs,
  subject: ({ domain }: Shortage) => `Slots run short in ${domain}`,
  text: ({ domain, waiting, free, day }: Shortage) =>
    `Slots run short in ${domain}: ${
      day === undefined
        ? `${counted(waiting, 'review waits', 'reviews wait')} for one, and ${counted(free, 'is', 'are')} free in the next ${bookingHorizonDays} days`
        : describeShortage({ day, due: waiting, free })
    }.`,
  path: ({ role }: Reader) =>
    role === 'reviewer' ? pagePaths.availability : pagePaths.reviewerList,
}
