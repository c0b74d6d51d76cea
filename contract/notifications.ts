import { z } from 'zod'
import { type NotificationKind, notificationKinds } from './kit/kinds/notification-kind.ts'
import { pagePaths } from './kit/page-paths.ts'
import { minuteMs } from './kit/time/time.ts'
import { twoDigits } from './kit/time/week.ts'
import { absenceByAdmin } from './notifications/absence.ts'
import { emailChanged, newBrowser, passwordChanged } from './notifications/account.ts'
import { advisorChanged } from './notifications/advisor-changed.ts'
import { type Channels, everywhere } from './notifications/delivery/channels.ts'
import {
  describeMove,
  describeNoShow,
  describeRestored,
  describeUndo,
} from './notifications/describe-outcome.ts'
import { detailsChanged } from './notifications/details-changed.ts'
import {
  type Detail,
  describeNextStep,
  formatAbsent,
  formatOnDay,
  formatOnSlot,
  formatProposed,
  formatReason,
  formatRemoval,
  formatReview,
  formatSubject,
  formatWhenAndWithWhom,
  formatWhoseReview,
  isReassigned,
  latestStart,
  lowerFirst,
  type Reader,
  ReviewPayload,
} from './notifications/format-review.ts'
import {
  overdue,
  reminded,
  reminderDay,
  reminderHour,
  slotsShort,
} from './notifications/reminders.ts'
import { studentBlocked } from './reviews/scheduling/cancellation.ts'
import { type Role, roles } from './roles.ts'

/** Who gets a notice, what it says, how it reaches them, and where on the page it leads. */
type NoticeOf<Payload extends z.ZodType> = {
  /** What the settings call it. */
  label: string
  /** Of those whom it concerns, the roles that are told; never the one who did it. */
  to: readonly Role[]
  /** The schema of its payload. */
  schema: Payload
  /** What happened, in a few words, without its time: the subject of a mail. */
  subject: (payload: z.output<Payload>, reader: Reader) => string
  text: (payload: z.output<Payload>, reader: Reader) => string
  path: (reader: Reader) => string
  /** Its mail goes at once, by itself and at any hour, or with others and never in quiet hours. */
  mail?: 'at-once' | 'batched'
  /** The ways in which it is told to who has not chosen others. */
  defaultChannels?: Channels
  /** Whether it keeps an account safe: page and mail cannot be switched off. */
  isSafety?: boolean
  /** When and with whom: labels and their values, for a mail. */
  details?: (payload: z.output<Payload>, reader: Reader) => Detail[]
  /** What its mail's button says that leads to its thing. */
  button: string | ((reader: Reader) => string)
  /** From when on (ms since 1970) it is of no use to hear of what was noted `at`; null for never. */
  goodUntil?: (payload: z.output<Payload>, at: number) => number | null
}

/** Parses the payload before it is formatted, for every kind alike. */
function describe<Payload extends z.ZodType>(of: NoticeOf<Payload>) {
  const { schema, subject, text, details, goodUntil, button, ...rest } = of
  return {
    ...{
      mail: 'at-once' as const,
      defaultChannels: everywhere,
      isSafety: false,
      ...rest,
      schema,
    },
    subject: (payload: unknown, reader: Reader) => subject(schema.parse(payload), reader),
    text: (payload: unknown, reader: Reader) => text(schema.parse(payload), reader),
    details: (payload: unknown, reader: Reader) => details?.(schema.parse(payload), reader) ?? [],
    button: (reader: Reader) => (typeof button === 'string' ? button : button(reader)),
    goodUntil: (payload: unknown, at: number) => goodUntil?.(schema.parse(payload), at) ?? null,
  }
}

/** A review that is not theirs any more would not be found. */
function toReview({ role, review }: Reader): string {
  if (review !== null) return pagePaths.reviewDetails(role, review)
  return role === 'reviewer' ? pagePaths.calendar(role) : pagePaths.home(role)
}

/** What a button says that leads there, or to where else its reader finds what is theirs. */
const orElse =
  (said: string) =>
  ({ role, review }: Reader) => {
    if (review !== null) return said
    return role === 'reviewer' ? 'Open your calendar' : 'Go to Home'
  }

const leadsToReview = { path: toReview, button: orElse('Open the review') }
const leadsToCall = {
  path: (reader: Reader) =>
    reader.review === null ? toReview(reader) : call(reader.role, reader.review),
  button: orElse('Join the call'),
}
const everyone = ['student', 'advisor', 'reviewer'] as const
const { home, account, call } = pagePaths

type OfReview = Omit<NoticeOf<typeof ReviewPayload>, 'to' | 'schema' | 'path' | 'button'> & {
  to?: readonly Role[]
}

/** What happened to a review. */
const ofReview = (of: OfReview) =>
  describe({ to: everyone, schema: ReviewPayload, ...leadsToReview, ...of })

/** What became of its slot, which is of use until that begins. */
const ofSlot = (of: OfReview) =>
  ofReview({
    details: formatWhenAndWithWhom,
    goodUntil: ({ from, to }) => latestStart([from, to]),
    ...of,
  })

/**
 * The student begins a week; a reviewer hears that their slot is free, and the advisor that an admin
 * has decided.
 */
const ofDecision = (label: string, goesOn: (who: string | null, week: number) => string) =>
  describe({
    label,
    to: everyone,
    schema: ReviewPayload,
    button: 'See what is next',
    mail: 'batched',
    subject: (payload, reader) =>
      reader.role === 'reviewer'
        ? `${formatWhoseReview(payload, reader)} will not take place`
        : goesOn(reader.role === 'student' ? null : payload.student.name, payload.week),
    text: (payload, reader) => {
      if (reader.role === 'student') return `${goesOn(null, payload.week)}.`
      return reader.role === 'advisor'
        ? `${payload.by ?? 'Someone'} decided: ${goesOn(payload.student.name, payload.week)}.`
        : `${formatWhoseReview(payload, reader)}${formatOnSlot(payload.from, reader)} will not take place: the week has already been decided.`
    },
    path: (reader) => (reader.role === 'student' ? home(reader.role) : toReview(reader)),
  })

const ofAccount = <Payload extends z.ZodType>(
  of: Pick<NoticeOf<Payload>, 'label' | 'schema' | 'subject' | 'text' | 'details'>,
) =>
  describe({
    to: roles,
    path: ({ role }) => account(role),
    button: 'Open your account',
    isSafety: true,
    ...of,
  })

/** So long somebody waits in a call. */
const waitingMinutes = 30

/** What people are told, each kind once. */
export const notificationTexts = {
  booked: ofSlot({
    label: 'A review is booked',
    subject: (payload, reader) =>
      formatSubject('Booked', { ...payload, place: payload.to }, reader),
    text: (payload, reader) =>
      `${formatWhoseReview(payload, reader)} is booked${formatOnSlot(payload.to, reader).replace(/^ on /, ' for ')}.`,
  }),
  moved: ofSlot({
    label: 'A review is moved',
    subject: (payload, reader) =>
      isReassigned(payload, reader)
        ? formatSubject('No longer yours', { ...payload, place: payload.from }, reader)
        : formatSubject('Moved', { ...payload, place: payload.to }, reader),
    text: describeMove,
  }),
  granted: ofSlot({
    label: 'Your reschedule request is accepted',
    to: ['student'],
    subject: (payload, reader) =>
      formatSubject('Request accepted', { ...payload, place: payload.to }, reader),
    text: (payload, reader) =>
      `Your reschedule request was accepted: ${lowerFirst(formatWhoseReview(payload, reader))} is now${formatOnSlot(payload.to, reader)}.`,
  }),
  cancelled: ofSlot({
    label: 'A booking is cancelled',
    subject: (payload, reader) =>
      formatSubject('Cancelled', { ...payload, place: payload.from }, reader),
    text: (payload, reader) => {
      const { by, from } = payload
      const slot =
        by === from?.reviewer.name ? formatOnDay(from, reader) : formatOnSlot(from, reader)
      // A blocked student's review waits for nothing.
      const next = payload.reason === studentBlocked ? '' : describeNextStep(payload, reader)
      return `${by ?? 'Someone'} cancelled ${lowerFirst(formatWhoseReview(payload, reader))}${slot}${formatReason(payload)}${next}`
    },
  }),
  lost: ofSlot({
    label: 'A review loses its slot',
    subject: (payload, reader) =>
      formatSubject('Slot removed', { ...payload, place: payload.from }, reader),
    text: (payload, reader) =>
      `${formatRemoval(payload, reader)}${formatReason(payload)}${describeNextStep(payload, reader)}`,
  }),
  undone: ofSlot({
    label: 'A change is undone',
    subject: describeRestored,
    text: describeUndo,
  }),
  'no-show': ofReview({
    label: 'Someone does not come to a review',
    subject: (payload, reader) => `${formatAbsent(payload, reader)} did not come`,
    details: formatWhenAndWithWhom,
    text: describeNoShow,
  }),
  'reminder-day': describe({ ...reminderDay, ...leadsToReview }),
  'reminder-hour': describe({ ...reminderHour, ...leadsToCall }),
  overdue: describe({ ...overdue, ...leadsToReview }),
  reminded: describe({ ...reminded, ...leadsToReview }),
  'slots-short': describe(slotsShort),
  'advisor-changed': describe({ ...advisorChanged, path: ({ role }) => home(role) }),
  'details-changed': describe({ ...detailsChanged, path: ({ role }) => home(role) }),
  absence: describe(absenceByAdmin),
  waiting: describe({
    label: 'Someone is waiting for you in the call',
    to: ['student', 'reviewer'],
    schema: z.object({ name: z.string() }),
    ...leadsToCall,
    goodUntil: (_, at) => at + waitingMinutes * minuteMs,
    subject: ({ name }) => `${name} is waiting for you in the call`,
    text: ({ name }) => `${name} is waiting for you in the call.`,
  }),
  asked: ofReview({
    label: 'A student asks to reschedule',
    to: ['advisor'],
    mail: 'batched',
    subject: ({ student, week }) => `${student.name} asked to reschedule the ${formatReview(week)}`,
    text: (payload, reader) =>
      `${payload.student.name} asked to reschedule the ${formatReview(payload.week)}${formatReason(payload)}${formatProposed(payload, reader)}`,
  }),
  declined: ofReview({
    label: 'Your reschedule request is declined',
    to: ['student'],
    mail: 'batched',
    subject: ({ week }) => `Reschedule request declined: week ${twoDigits(week)}`,
    text: ({ by, week, reason }) =>
      `${by ?? 'Your advisor'} declined your request to reschedule the ${formatReview(week)}${formatReason({ reason })}`,
  }),
  withdrawn: ofReview({
    label: 'A student withdraws a reschedule request',
    to: ['advisor'],
    mail: 'batched',
    defaultChannels: { page: true, mail: true, push: false },
    subject: ({ student }) => `${student.name} withdrew a reschedule request`,
    text: ({ student, week }) =>
      `${student.name} withdrew the request to reschedule the ${formatReview(week)}.`,
  }),
  marked: ofReview({
    label: 'A review is marked',
    to: ['student', 'advisor'],
    mail: 'batched',
    subject: (payload, reader) => `${formatWhoseReview(payload, reader)} has been marked`,
    text: (payload, reader) => `${formatWhoseReview(payload, reader)} has been marked.`,
  }),
  begun: ofDecision(
    'A new week begins',
    (who, week) =>
      `${who === null ? 'You move' : `${who} moves`} on to week ${twoDigits(week + 1)}`,
  ),
  repeated: ofDecision(
    'A week is repeated',
    (who, week) => `${who === null ? 'You repeat' : `${who} repeats`} week ${twoDigits(week)}`,
  ),
  'password-changed': ofAccount(passwordChanged),
  'new-browser': ofAccount(newBrowser),
  'email-changed': ofAccount(emailChanged),
} satisfies Record<NotificationKind, ReturnType<typeof describe>>

/** The kinds whose mails wait for others. */
export const batchedKinds = notificationKinds.filter(
  (kind) => notificationTexts[kind].mail === 'batched',
)

/** What a kind of notice is made of. */
export type PayloadOf<Kind extends NotificationKind> = z.input<
  (typeof notificationTexts)[Kind]['schema']
>
