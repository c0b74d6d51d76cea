import { z } from 'zod'
import { calendarUnreadableNotification } from '../availability/calendar-unreadable.ts'
import { type NotificationKind, notificationKinds } from '../kit/kinds/notification-kind.ts'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { minuteMs } from '../kit/time/durations.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'
import { isInactiveStudentReason, toReasonForStudent } from '../reviews/scheduling/cancellation.ts'
import { taskChangedNotification } from '../tasks/task-changed.ts'
import { webhookOffNotification } from '../webhooks/webhook-off.ts'
import {
  emailChangedNotification,
  newBrowserNotification,
  passwordChangedNotification,
  signedOutNotification,
  tokenCreatedNotification,
} from './account.ts'
import { advisorChangedNotification } from './advisor-changed.ts'
import {
  callLink,
  defineAccountNotification,
  defineDecisionNotification,
  defineNotification,
  defineReviewNotification,
  defineSlotNotification,
  reviewLink,
} from './define-notification.ts'
import {
  describeBooking,
  describeNoShow,
  describeReviewMove,
  describeUndo,
  formatUndo,
} from './describe-change.ts'
import { enrolmentChangedNotification } from './enrolment.ts'
import {
  describeNextStep,
  formatMailSubject,
  formatNoShowPerson,
  formatProposedSlots,
  formatReason,
  formatSlotRemoval,
  formatWeekReview,
  formatWhen,
  formatWhenWithReviewer,
  formatWhoseReview,
  getSlotDetails,
  hasReaderLostSlot,
  type Reader,
  ReviewPayload,
  toMidSentence,
} from './format-review.ts'
import { detailsChangedNotification, domainRenamedNotification } from './person-details-changed.ts'
import {
  dayReminderNotification,
  dueDateMovedNotification,
  hourReminderNotification,
  manualReminderNotification,
  overdueNotification,
  slotShortageNotification,
} from './reminders.ts'
import { reviewerAbsenceNotification } from './reviewer-absence.ts'

const { home } = linkedPagePaths

/** How long a person is assumed to wait in a call. */
const waitingMinutes = 30

const StudentsReview = ReviewPayload.pick({ student: true, week: true })
type StudentsReview = z.output<typeof StudentsReview>

const formatMarked = (payload: ReviewPayload, reader: Reader) =>
  `${formatWhoseReview(payload, reader)} has ${payload.isCorrection ? 'corrected marks' : 'been marked'}${payload.hasFeedback ? ', with feedback' : ''}`

const formatFeedbackReply = ({ student, week }: StudentsReview) =>
  `${student.name} replied to the feedback on the ${formatWeekReview(week)}`

export const notificationDefinitions = {
  booked: defineSlotNotification({
    label: 'A review is booked',
    subject: (payload, reader) =>
      formatMailSubject('Booked', { ...payload, place: payload.to }, reader),
    text: describeBooking,
  }),
  moved: defineSlotNotification({
    label: 'A review is moved',
    subject: (payload, reader) =>
      hasReaderLostSlot(payload, reader)
        ? formatMailSubject('No longer yours', { ...payload, place: payload.from }, reader)
        : formatMailSubject('Moved', { ...payload, place: payload.to }, reader),
    text: describeReviewMove,
  }),
  granted: defineSlotNotification({
    label: 'Your reschedule request is accepted',
    to: ['student'],
    subject: (payload, reader) =>
      formatMailSubject('Request accepted', { ...payload, place: payload.to }, reader),
    text: (payload, reader) =>
      `Your reschedule request was accepted: ${toMidSentence(formatWhoseReview(payload, reader))} is now${formatWhenWithReviewer(payload.to, reader)}.`,
  }),
  cancelled: defineSlotNotification({
    label: 'A booking is cancelled',
    subject: (payload, reader) =>
      formatMailSubject('Cancelled', { ...payload, place: payload.from }, reader),
    text: (payload, reader) => {
      const { by, from, reason } = payload
      const slot =
        by === from?.reviewer.name ? formatWhen(from, reader) : formatWhenWithReviewer(from, reader)
      const isOwn = payload.student._id === reader._id
      const why = formatReason({ reason: isOwn && reason ? toReasonForStudent(reason) : reason })
      // The review of a student who does not take part needs no next step.
      const next = isInactiveStudentReason(reason) ? '' : describeNextStep(payload, reader)
      return `${by ?? 'Someone'} cancelled ${toMidSentence(formatWhoseReview(payload, reader))}${slot}${why}${next}`
    },
  }),
  lost: defineSlotNotification({
    label: 'A review loses its slot',
    subject: (payload, reader) =>
      formatMailSubject('Slot removed', { ...payload, place: payload.from }, reader),
    text: (payload, reader) =>
      `${formatSlotRemoval(payload, reader)}${formatReason(payload)}${describeNextStep(payload, reader)}`,
  }),
  undone: defineSlotNotification({
    label: 'A change is undone',
    subject: formatUndo,
    text: describeUndo,
  }),
  'no-show': defineReviewNotification({
    label: 'Someone does not come to a review',
    subject: (payload, reader) => `${formatNoShowPerson(payload, reader)} did not come`,
    details: getSlotDetails,
    text: describeNoShow,
  }),
  'reminder-day': defineNotification({ ...dayReminderNotification, ...reviewLink }),
  'reminder-hour': defineNotification({ ...hourReminderNotification, ...callLink }),
  overdue: defineNotification({ ...overdueNotification, ...reviewLink }),
  reminded: defineNotification({ ...manualReminderNotification, ...reviewLink }),
  'slots-short': defineNotification(slotShortageNotification),
  'advisor-changed': defineNotification({
    ...advisorChangedNotification,
    path: ({ role }) => home(role),
  }),
  'details-changed': defineNotification(detailsChangedNotification),
  'domain-renamed': defineNotification({
    ...domainRenamedNotification,
    path: ({ role }) => home(role),
  }),
  'task-changed': defineNotification(taskChangedNotification),
  'enrolment-changed': defineNotification({ ...enrolmentChangedNotification, ...reviewLink }),
  'due-moved': defineNotification({ ...dueDateMovedNotification, ...reviewLink }),
  absence: defineNotification(reviewerAbsenceNotification),
  waiting: defineNotification({
    label: 'Someone is waiting for you in the call',
    to: ['student', 'reviewer'],
    schema: z.object({ name: z.string() }),
    ...callLink,
    goodUntil: (_, at) => at + waitingMinutes * minuteMs,
    subject: ({ name }) => `${name} is waiting for you in the call`,
    text: ({ name }) => `${name} is waiting for you in the call.`,
  }),
  asked: defineReviewNotification({
    label: 'A student asks to reschedule',
    to: ['advisor'],
    mail: 'batched',
    subject: ({ student, week }) =>
      `${student.name} asked to reschedule the ${formatWeekReview(week)}`,
    text: (payload, reader) =>
      `${payload.student.name} asked to reschedule the ${formatWeekReview(payload.week)}${formatReason(payload)}${formatProposedSlots(payload, reader)}`,
  }),
  declined: defineReviewNotification({
    label: 'Your reschedule request is declined',
    to: ['student'],
    mail: 'batched',
    subject: ({ week }) => `Reschedule request declined: week ${formatWeekNumber(week)}`,
    text: ({ by, week, reason }) =>
      `${by ?? 'Your advisor'} declined your request to reschedule the ${formatWeekReview(week)}${formatReason({ reason })}`,
  }),
  withdrawn: defineReviewNotification({
    label: 'A student withdraws a reschedule request',
    to: ['advisor'],
    mail: 'batched',
    defaultChannels: { page: true, mail: true, push: false },
    subject: ({ student }) => `${student.name} withdrew a reschedule request`,
    text: ({ student, week }) =>
      `${student.name} withdrew the request to reschedule the ${formatWeekReview(week)}.`,
  }),
  // Staff see it when they look after the review, so it is neither mailed nor pushed by default.
  ready: defineNotification({
    label: 'A student is ready for a review',
    to: ['advisor', 'reviewer'],
    schema: StudentsReview,
    ...reviewLink,
    mail: 'batched',
    defaultChannels: { page: true, mail: false, push: false },
    subject: ({ student, week }) => `${student.name} is ready for the ${formatWeekReview(week)}`,
    text: ({ student, week }) => `${student.name} is ready for the ${formatWeekReview(week)}.`,
  }),
  marked: defineReviewNotification({
    label: 'A review is marked',
    to: ['student', 'advisor'],
    mail: 'batched',
    subject: formatMarked,
    text: (payload, reader) => `${formatMarked(payload, reader)}.`,
  }),
  // Like `ready`: it is shown where staff look after the review.
  'feedback-replied': defineNotification({
    label: 'A student replies to feedback',
    to: ['advisor', 'reviewer'],
    schema: StudentsReview,
    ...reviewLink,
    mail: 'batched',
    defaultChannels: { page: true, mail: false, push: false },
    subject: formatFeedbackReply,
    text: (payload) => `${formatFeedbackReply(payload)}.`,
  }),
  begun: defineDecisionNotification(
    'A new week begins',
    (who, week) =>
      `${who === null ? 'You move' : `${who} moves`} on to week ${formatWeekNumber(week + 1)}`,
  ),
  repeated: defineDecisionNotification(
    'A week is repeated',
    (who, week) =>
      `${who === null ? 'You repeat' : `${who} repeats`} week ${formatWeekNumber(week)}`,
  ),
  'webhook-off': defineNotification(webhookOffNotification),
  'calendar-unread': defineNotification(calendarUnreadableNotification),
  'password-changed': defineAccountNotification(passwordChangedNotification),
  'new-browser': defineAccountNotification(newBrowserNotification),
  'token-created': defineAccountNotification(tokenCreatedNotification),
  'email-changed': defineAccountNotification(emailChangedNotification),
  'signed-out': defineAccountNotification(signedOutNotification),
} satisfies Record<NotificationKind, ReturnType<typeof defineNotification>>

/** Kinds that are mailed together. */
export const batchedKinds = notificationKinds.filter(
  (kind) => notificationDefinitions[kind].mail === 'batched',
)

export type NotificationPayload<Kind extends NotificationKind> = z.input<
  (typeof notificationDefinitions)[Kind]['schema']
>
