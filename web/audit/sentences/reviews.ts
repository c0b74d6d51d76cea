import type { AuditAction } from '#contract/audit/action.ts'
import { formatValue, type Part, type SentenceByAction } from '../entry-parts.ts'
import { fieldName, linesIn } from '../fields.ts'

/** What was done about the review of a line. */
const toReview =
  (action: string): SentenceByAction =>
  ({ review, student }) => [`${action} `, review(), ' of ', student()]

/** What is asked about another time for the review of a line. */
const toReschedule =
  (action: string): SentenceByAction =>
  ({ review, student }) => [`${action} `, student(), '’s ', review(), ' review']

const slotWords =
  (action: string): SentenceByAction =>
  ({ line, mentioned, value, at }) => {
    const slot = mentioned('slots', line.about._id)
    return [`${action} ${at(slot ? Date.parse(slot.startsAt) : value('starts_at'))}`]
  }

/** Which slot, after the sentence of which student: three names in one are read twice. */
const namely = (slot: Part[], how = ''): Part[] => (slot.length > 1 ? [`: ${how}`, ...slot] : [])

/** What is done with slots, and with the reviews that have them. */
export const reviewSentences = {
  'slot-added': slotWords('offered the slot'),
  'slot-changed': slotWords('changed the slot'),
  'slot-removed': slotWords('took back the slot'),
  'review-opened': ({ line, mentioned, value, review, student, person }) => {
    const follows = mentioned('reviews', value('follows_id'))
    if (follows?.week === value('week')) return ['opened ', review(), ' again for ', student()]
    if (line.who === null || line.who._id !== value('student_id'))
      return ['opened ', review(), ' for ', student()]
    const advisor = value('advisor_id')
    const begins: Part[] = ['began ', review()]
    return advisor === null
      ? [...begins, ' without an advisor']
      : [...begins, ' with ', person(advisor)]
  },
  'advisor-given': ({ line, value, person, review, student }) => {
    if (value('advisor_id') === null)
      return ['took the advisor of ', review(), ' of ', student(), ' away']
    return line.who?._id === value('advisor_id')
      ? ['took over ', review(), ' of ', student()]
      : ['gave ', review(), ' of ', student(), ' to ', person(value('advisor_id'))]
  },
  'slot-booked': ({ slot, value, student }) => [
    'booked a slot for ',
    student(),
    ...namely(slot(value('slot_id'))),
  ],
  'booking-moved': ({ slot, value, student }) => [
    'moved ',
    student(),
    ...namely(slot(value('slot_id')), 'now '),
  ],
  'booking-ended': ({ slot, before, student }) => [
    'cancelled the slot of ',
    student(),
    ...namely(slot(before('slot_id'))),
  ],
  'no-show-noted': ({ slot, before, student }) => [
    'recorded a no-show in the review of ',
    student(),
    ...namely(slot(before('slot_id'))),
  ],
  'slot-lost': ({ slot, before, student }) => [
    'took back the slot of ',
    student(),
    ...namely(slot(before('slot_id'))),
  ],
  'other-time-asked': toReschedule('asked to reschedule'),
  'wish-declined': toReschedule('declined to reschedule'),
  'wish-withdrawn': toReschedule('withdrew the request to reschedule'),
  'change-undone': ({ slot, value, student }) => [
    'took back a change for ',
    student(),
    ...namely(slot(value('slot_id'))),
  ],
  marked: ({ review, student, value }) => {
    const how = value('week_status')
    return ['marked ', review(), ' of ', student(), how ? `: ${how}` : '']
  },
  'pending-tasks-saved': ({ value, student }) => {
    const count = linesIn(value('pending_task')).length
    if (count === 0) return ['cleared the pending tasks of ', student()]
    return [`noted ${count} pending ${count === 1 ? 'task' : 'tasks'} for `, student()]
  },
  'task-status-saved': ({ line, student }) => {
    const states = Object.entries(line.after ?? {}).map(
      ([column, state]) => `${fieldName('reviews', column)} ${state}`,
    )
    return ['updated the tasks of ', student(), `: ${formatValue(states)}`]
  },
  'review-closed': (reading) => {
    const { line, mentioned, next, review, student } = reading
    const closed = mentioned('reviews', line.about._id)
    const opened = next()
    // Alone, as on a page that ends within the call, the line does not know how it goes on.
    if (!closed || !opened) return toReview('closed')(reading)
    return opened.week === closed.week
      ? ['let ', student(), ' repeat ', review()]
      : ['moved ', student(), ' on to ', opened.part]
  },
  'decision-undone': toReview('took back the decision on'),
  'review-changed': toReview('changed'),
  'review-removed': toReview('removed'),
} satisfies Partial<Record<AuditAction, SentenceByAction>>
