import type { AuditAction } from '#contract/audit/action.ts'
import { getFieldLabel, parseTextList, secret } from '../fields.ts'
import { joinNames, type MakeSentence, type Part } from '../sentence-parts.ts'

/** An action on the line's review. */
const toReview =
  (action: string): MakeSentence =>
  ({ whoseReview }) => [`${action} `, ...whoseReview()]

const slotWords =
  (action: string): MakeSentence =>
  ({ line, mentioned, value, onInstant }) => {
    const slot = mentioned('slots', line.about._id)
    return [`${action} a slot${onInstant(slot ? Date.parse(slot.startsAt) : value('starts_at'))}`]
  }

/** The slot, after a sentence that names the student: three names in one are hard to read. */
const namely = (slot: Part[], before = ': '): Part[] => (slot.length > 1 ? [before, ...slot] : [])

const markColumns = ['code', 'theory', 'week_status']

/** Actions on slots, and on the reviews that have them. */
export const reviewSentences = {
  'slot-added': slotWords('added'),
  'slot-changed': slotWords('changed'),
  'slot-removed': slotWords('removed'),
  'review-opened': ({ line, mentioned, value, review, student, person }) => {
    const follows = mentioned('reviews', value('follows_id'))
    const newReview = value('week') === null ? ['a review'] : ['the ', review(), ' review']
    if (follows?.week === value('week'))
      return ['opened another ', review(), ' review for ', student()]
    if (line.who === null || line.who._id !== value('student_id'))
      return ['opened ', ...newReview, ' for ', student()]
    const advisor = value('advisor_id')
    const begins: Part[] = ['started ', review()]
    return advisor === null
      ? [...begins, ' without an advisor']
      : [...begins, ' with ', person(advisor)]
  },
  'advisor-given': ({ line, value, person, whoseReview }) => {
    if (value('advisor_id') === null) return ['removed the advisor from ', ...whoseReview()]
    return line.who?._id === value('advisor_id')
      ? ['took over ', ...whoseReview()]
      : ['assigned ', ...whoseReview(), ' to ', person(value('advisor_id'))]
  },
  'slot-booked': ({ slot, value, student }) => [
    'booked a slot for ',
    student(),
    ...namely(slot(value('slot_id'))),
  ],
  'booking-moved': ({ slot, value, whoseReview }) => [
    'moved ',
    ...whoseReview(),
    ...namely(slot(value('slot_id')), ' to '),
  ],
  'booking-ended': ({ slot, before, student }) => [
    'cancelled the booking for ',
    student(),
    ...namely(slot(before('slot_id'))),
  ],
  'no-show-noted': ({ slot, before, whoseReview }) => [
    'recorded a no-show for ',
    ...whoseReview(),
    ...namely(slot(before('slot_id'))),
  ],
  'slot-lost': ({ slot, before, whoseReview }) => [
    'removed the slot of ',
    ...whoseReview(),
    ...namely(slot(before('slot_id'))),
  ],
  'other-time-asked': toReview('asked to reschedule'),
  'wish-declined': toReview('declined the request to reschedule'),
  'wish-withdrawn': toReview('withdrew the request to reschedule'),
  'change-undone': ({ slot, value, student }) => [
    'undid a change for ',
    student(),
    ...namely(slot(value('slot_id'))),
  ],
  marked: ({ line: { after }, whoseReview, value }) => {
    const how = value('week_status')
    // The first marks also change the status; a rubric's points are a line of their own.
    const isCorrection = after && !('status' in after) && markColumns.some((one) => one in after)
    const action = isCorrection ? 'corrected the marks of ' : 'marked '
    return [action, ...whoseReview(), how ? `: ${how}` : '']
  },
  'feedback-saved': toReview('saved feedback on'),
  'feedback-replied': toReview('replied to the feedback on'),
  'pending-tasks-saved': ({ value, student }) => {
    if (value('pending_task') === secret) return ['changed the pending tasks for ', student()]
    const count = parseTextList(value('pending_task')).length
    if (count === 0) return ['cleared the pending tasks for ', student()]
    return [`saved ${count} pending ${count === 1 ? 'task' : 'tasks'} for `, student()]
  },
  'task-status-saved': ({ line, student }) => {
    const states = Object.entries(line.after ?? {}).map(
      ([column, state]) => `${getFieldLabel('reviews', column)} ${state}`,
    )
    return ['updated the tasks of ', student(), `: ${joinNames(states)}`]
  },
  'ready-saved': ({ line, whoseReview }) => [
    `said that they are ${line.after?.ready_at ? '' : 'not yet '}ready for `,
    ...whoseReview(),
  ],
  'review-closed': (reading) => {
    const { line, mentioned, next, review, student } = reading
    const closed = mentioned('reviews', line.about._id)
    const opened = next()
    // Without the call's other lines, as at the end of a page, the outcome is unknown.
    if (!closed || !opened) return toReview('closed')(reading)
    return opened.week === closed.week
      ? ['decided that ', student(), ' repeats ', review()]
      : ['moved ', student(), ' on to ', opened.part]
  },
  'due-date-renewed': toReview('set a new due date for'),
  'review-reopened': toReview('reopened'),
  'decision-undone': toReview('undid the decision on'),
  'review-changed': toReview('changed'),
  'review-removed': toReview('removed'),
} satisfies Partial<Record<AuditAction, MakeSentence>>
