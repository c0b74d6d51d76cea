import type { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { type Role, roles } from '../roles.ts'
import { allChannels, type Channels } from './delivery/channels.ts'
import {
  type Detail,
  formatWhenWithReviewer,
  formatWhoseReview,
  getLatestStart,
  getSlotDetails,
  type Reader,
  ReviewPayload,
} from './format-review.ts'

/** A kind of notification: its recipients, texts, channels and link. */
type Definition<Payload extends z.ZodType> = {
  /** Its name in the settings. */
  label: string
  /** The roles that receive it if concerned. The person who made the change never does. */
  to: readonly Role[]
  schema: Payload
  /** What happened, briefly and without the time. The subject of the mail. */
  subject: (payload: z.output<Payload>, reader: Reader) => string
  text: (payload: z.output<Payload>, reader: Reader) => string
  path: (reader: Reader) => string
  /**
   * 'at-once': mailed separately, at any hour. 'gathered': mailed together with others, never in
   * quiet hours.
   */
  mail?: 'at-once' | 'batched'
  /** The channels for people who have not chosen any. */
  defaultChannels?: Channels
  /** Whether it keeps an account safe. Page and mail cannot be switched off then. */
  isSafety?: boolean
  /** Labels and values for the mail, such as when and with whom. */
  details?: (payload: z.output<Payload>, reader: Reader) => Detail[]
  /** The label of the mail's button. */
  button: string | ((reader: Reader) => string)
  /** When a notification of `at` stops being useful (ms since 1970); null for never. */
  goodUntil?: (payload: z.output<Payload>, at: number) => number | null
}

/** Defines a notification and validates its payload before formatting it. */
export function defineNotification<Payload extends z.ZodType>(of: Definition<Payload>) {
  const { schema, subject, text, details, goodUntil, button, ...rest } = of
  return {
    mail: 'at-once' as const,
    defaultChannels: allChannels,
    isSafety: false,
    ...rest,
    schema,
    subject: (payload: unknown, reader: Reader) => subject(schema.parse(payload), reader),
    text: (payload: unknown, reader: Reader) => text(schema.parse(payload), reader),
    details: (payload: unknown, reader: Reader) => details?.(schema.parse(payload), reader) ?? [],
    button: (reader: Reader) => (typeof button === 'string' ? button : button(reader)),
    goodUntil: (payload: unknown, at: number) => goodUntil?.(schema.parse(payload), at) ?? null,
  }
}

/** The path of the review, or of a page that lists the reader's reviews once it is not theirs. */
function getReviewPath({ role, review }: Reader): string {
  if (review !== null) return linkedPagePaths.reviewDetails(role, review)
  return role === 'reviewer' ? linkedPagePaths.calendar(role) : linkedPagePaths.home(role)
}

/** The button's label, which depends on whether the review is still the reader's. */
const makeButtonLabel =
  (said: string) =>
  ({ role, review }: Reader) => {
    if (review !== null) return said
    return role === 'reviewer' ? 'Open your calendar' : 'Go to Home'
  }

export const reviewLink = { path: getReviewPath, button: makeButtonLabel('Open the review') }
export const callLink = {
  path: (reader: Reader) =>
    reader.review === null ? getReviewPath(reader) : call(reader.role, reader.review),
  button: makeButtonLabel('Join the call'),
}
const everyone = ['student', 'advisor', 'reviewer'] as const
const { home, account, call } = linkedPagePaths

type ReviewDefinition = Omit<
  Definition<typeof ReviewPayload>,
  'to' | 'schema' | 'path' | 'button'
> & {
  to?: readonly Role[]
}

export const defineReviewNotification = (of: ReviewDefinition) =>
  defineNotification({ to: everyone, schema: ReviewPayload, ...reviewLink, ...of })

/** A notification about a review's slot. It is useful until the slot begins. */
export const defineSlotNotification = (of: ReviewDefinition) =>
  defineReviewNotification({
    details: getSlotDetails,
    goodUntil: ({ from, to }) => getLatestStart([from, to]),
    ...of,
  })

/**
 * A notification about a decision: to the student, to the reviewer whose slot becomes free, and to
 * the advisor if an admin decided.
 */
export const defineDecisionNotification = (
  label: string,
  formatOutcome: (who: string | null, week: number) => string,
) =>
  defineNotification({
    label,
    to: everyone,
    schema: ReviewPayload,
    button: 'See what is next',
    mail: 'batched',
    subject: (payload, reader) =>
      reader.role === 'reviewer'
        ? `${formatWhoseReview(payload, reader)} will not take place`
        : formatOutcome(reader.role === 'student' ? null : payload.student.name, payload.week),
    text: (payload, reader) => {
      if (reader.role === 'student') return `${formatOutcome(null, payload.week)}.`
      return reader.role === 'advisor'
        ? `${payload.by ?? 'Someone'} decided: ${formatOutcome(payload.student.name, payload.week)}.`
        : `${formatWhoseReview(payload, reader)}${formatWhenWithReviewer(payload.from, reader)} will not take place: the week has already been decided.`
    },
    path: (reader) => (reader.role === 'student' ? home(reader.role) : getReviewPath(reader)),
  })

export const defineAccountNotification = <Payload extends z.ZodType>(
  of: Pick<Definition<Payload>, 'label' | 'schema' | 'subject' | 'text' | 'details'>,
) =>
  defineNotification({
    to: roles,
    path: ({ role }) => account(role),
    button: 'Open your account',
    isSafety: true,
    ...of,
  })
