import type { AuditEntry, AuditReference } from '#contract/audit/audit.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'

/** A part of a sentence: text, or a highlighted name, which may be a link. */
export type Part = string | { name: string; to?: string | undefined }

/** A line of the audit log, prepared for its sentence. */
type Reading = ReturnType<typeof prepareEntry>

type Kind = AuditReference['kind']
type ReferenceOf<K extends Kind> = Extract<AuditReference, { kind: K }>

/**
 * Prepares a line for its sentence: its columns, and the names of what it refers to, with times in
 * the zone. `more` holds the other lines of the same call.
 */
export function prepareEntry(line: AuditEntry, timeZone: string, more: AuditEntry[]) {
  const { about, who, before, after, mentions } = line
  // Times show their year if it differs from the year of the action.
  const done = Date.parse(line.at)

  function findReference<K extends Kind>(kind: K, id: unknown): ReferenceOf<K> | undefined {
    const isIt = (one: AuditReference): one is ReferenceOf<K> => one.kind === kind && one._id === id
    return mentions.find(isIt)
  }

  /** A column's value after the change, or before it if the row was deleted. */
  const value = (column: string) => (after ?? before)?.[column] ?? null

  function person(id: unknown, otherwise = 'someone'): Part {
    const found = findReference('people', id)
    return found ? { name: found.name, to: paths.person(found.role, found._id) } : otherwise
  }

  function domain(id: unknown): Part {
    const found = findReference('domains', id)
    return found ? { name: found.name, to: paths.weekList(found._id) } : 'a domain'
  }

  /** A slot's start and its reviewer. */
  function slot(id: unknown): Part[] {
    const found = findReference('slots', id)
    if (!found) return ['a slot']
    const { startsAt, reviewer } = found
    const at = formatInstant(Date.parse(startsAt), done, timeZone)
    return [at, ' with ', { name: reviewer.name, to: paths.person('reviewer', reviewer._id) }]
  }

  /** The student of the line's review, even if the review was deleted. */
  function student(): Part {
    const found = findReference('reviews', about._id)
    if (!found) return person(value('student_id'), about.name ?? 'a student')
    const { _id, name } = found.student
    return { name, to: paths.person('student', _id) }
  }

  /** The line's review, by its week. */
  function review(): Part {
    const found = findReference('reviews', about._id)
    if (found) return { name: formatWeek(found.week), to: paths.reviewDetails('admin', found._id) }
    return formatWeek(value('week'))
  }

  /** 'Sofía Demir’s week 03 review', or 'their …' if the student is the actor. */
  function whoseReview(): Part[] {
    const found = findReference('reviews', about._id)
    const isStudents = who !== null && who._id === (found?.student._id ?? value('student_id'))
    const whose = isStudents ? ['their '] : [student(), '’s ']
    const isKnown = found !== undefined || value('week') !== null
    return [...whose, ...(isKnown ? [review(), ' review'] : ['review'])]
  }

  /** The review that the same call opened as this one's successor. */
  function next() {
    const opened = more.find(({ after }) => after?.follows_id === about._id)
    if (!opened?.after) return
    const { _id } = opened.about
    const isThere = opened.mentions.some((one) => one.kind === 'reviews' && one._id === _id)
    const name = formatWeek(opened.after.week ?? null)
    const to = isThere ? paths.reviewDetails('admin', _id) : undefined
    return { week: opened.after.week, part: { name, to } }
  }

  return {
    line,
    value,
    next,
    before: (column: string) => before?.[column] ?? null,
    isOwn: who !== null && who._id === about._id,
    mentioned: findReference,
    subject: (): Part => person(about._id, about.name ?? 'someone'),
    person,
    domain,
    slot,
    student,
    review,
    whoseReview,
    /** ' on Mon 23 Nov, 10:00 AM', or nothing if the time is unknown. */
    onInstant: (instant: unknown) =>
      typeof instant === 'number' ? ` on ${formatInstant(instant, done, timeZone)}` : '',
  }
}

/** 'week 03', or 'a week' if it is unknown. */
export const formatWeek = (week: string | number | null) =>
  week === null ? 'a week' : `week ${formatWeekNumber(Number(week))}`

/** Makes the sentence of an action. */
export type MakeSentence = (line: Reading) => Part[]

const conjunction = new Intl.ListFormat('en')
/** 'a, b, and c'. */
export const joinNames = (names: string[]) => conjunction.format(names)

/**
 * An instant (ms since 1970) for lists: 'Mon 5 Jan, 9:30 AM', with the year if it is not the
 * current one.
 */
export function formatInstant(instant: number, now: number, timeZone: string): string {
  const day = formatListDate(getDateInZone(instant, timeZone), getDateInZone(now, timeZone))
  return `${day}, ${formatTimeAt(instant, timeZone)}`
}
