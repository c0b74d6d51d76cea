import { z } from 'zod'
import type { NoticeKind } from './kit/notice-kind.ts'
import { pagePaths } from './kit/page-paths.ts'
import { bookingHorizonDays } from './limits.ts'
import {
  AheadFacts,
  because,
  dayOf,
  hasLeft,
  inSentence,
  onDay,
  onSlot,
  type Reader,
  ReviewFacts,
  whose,
} from './notices/review-words.ts'
import { type Role, roles } from './roles.ts'

/** Who gets a notice, what it says, and where on the page it leads. */
type NoticeOf<Facts extends z.ZodType> = {
  /** Of those whom it concerns, the roles that are told; never the one who did it. */
  to: readonly Role[]
  facts: Facts
  text: (facts: z.output<Facts>, reader: Reader) => string
  path: (reader: Reader) => string
}

/** Reads the facts before it puts them into words, so that every kind is put into words alike. */
function describe<Facts extends z.ZodType>({ facts, text, ...rest }: NoticeOf<Facts>) {
  return {
    ...rest,
    facts,
    text: (told: unknown, reader: Reader) => text(facts.parse(told), reader),
  }
}

/** A review that is not theirs any more would not be found. */
function toReview({ role, review }: Reader): string {
  if (review !== null) return pagePaths.reviewDetails(role, review)
  return role === 'reviewer' ? pagePaths.calendar(role) : pagePaths.home(role)
}

const everyone = ['student', 'advisor', 'reviewer'] as const
const { home, account, call, availability, reviewerList } = pagePaths

/** What happened to a review. */
const ofReview = (of: Pick<NoticeOf<typeof ReviewFacts>, 'text'> & { to?: readonly Role[] }) =>
  describe({ to: everyone, facts: ReviewFacts, path: toReview, ...of })

/** The student begins a week; a reviewer hears that their slot is free. */
const ofDecision = (goesOn: (week: number) => string) =>
  describe({
    to: ['student', 'reviewer'],
    facts: ReviewFacts,
    text: (facts, reader) =>
      reader.role === 'student'
        ? goesOn(facts.week)
        : `${whose(facts, reader)}${onSlot(facts.from, reader)} will not be held: the week is decided.`,
    path: (reader) => (reader.role === 'student' ? home(reader.role) : toReview(reader)),
  })

/** What lies ahead of a review. */
const ofAhead = (of: Pick<NoticeOf<typeof AheadFacts>, 'to' | 'text'>) =>
  describe({ facts: AheadFacts, path: toReview, ...of })

/** Whoever must be there: an advisor is told of what becomes of a review. */
const callers = ['student', 'reviewer'] as const

/** 'One review', or how many. */
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const ofAccount = <Facts extends z.ZodType>(of: Pick<NoticeOf<Facts>, 'facts' | 'text'>) =>
  describe({ to: roles, path: ({ role }) => account(role), ...of })

/** What people are told, each kind once. */
export const notices = {
  booked: ofReview({
    text: (facts, reader) => `${whose(facts, reader)} is booked${onSlot(facts.to, reader)}.`,
  }),
  moved: ofReview({
    text: (facts, reader) =>
      hasLeft(facts, reader)
        ? `${whose(facts, reader)}${onSlot(facts.from, reader)} is not yours any more.`
        : `${whose(facts, reader)} was moved and is${onSlot(facts.to, reader)} now.`,
  }),
  granted: ofReview({
    to: ['student'],
    text: (facts, reader) =>
      `The time that you asked for is yours: ${inSentence(whose(facts, reader))} is${onSlot(facts.to, reader)} now.`,
  }),
  cancelled: ofReview({
    text: (facts, reader) =>
      `${facts.by ?? 'Somebody'} cancelled ${inSentence(whose(facts, reader))}${onSlot(facts.from, reader)}${because(facts)}`,
  }),
  asked: ofReview({
    to: ['advisor'],
    text: (facts) =>
      `${facts.student.name} asks for another time for the review of week ${facts.week}${because(facts)}`,
  }),
  declined: ofReview({
    to: ['student'],
    text: ({ by, week, ...facts }) =>
      `${by ?? 'Your advisor'} has no other time for your review of week ${week}${because(facts)}`,
  }),
  withdrawn: ofReview({
    to: ['advisor'],
    text: ({ student, week }) =>
      `${student.name} asks for another time for the review of week ${week} no more.`,
  }),
  'no-show': ofReview({
    text: (facts, reader) => {
      const { who, student, week, from } = facts
      const absent = who === 'student' ? student : from?.reviewer
      const isReader = absent?._id === reader._id
      const said = isReader ? 'It was noted that you' : (absent?.name ?? 'Somebody')
      const review = who === 'student' ? `the review of week ${week}` : whose(facts, reader)
      return `${said} did not come to ${inSentence(review)}${onDay(from, reader)}.`
    },
  }),
  lost: ofReview({
    text: (facts, reader) => {
      const { from } = facts
      const isOwn = from?.reviewer._id === reader._id
      const review = `${whose(facts, reader)}${onSlot(from, reader)}`
      return isOwn ? `${review} lost its slot${because(facts)}` : `${review} lost its slot.`
    },
  }),
  marked: ofReview({
    to: ['student', 'advisor'],
    text: (facts, reader) => `${whose(facts, reader)} has its marks.`,
  }),
  begun: ofDecision((week) => `You go on to week ${week + 1}.`),
  repeated: ofDecision((week) => `You repeat week ${week}.`),
  undone: ofReview({
    text: (facts, reader) => {
      const review = whose(facts, reader)
      if (hasLeft(facts, reader)) {
        return `The last change was taken back: ${inSentence(review)}${onSlot(facts.from, reader)} is not yours any more.`
      }
      return facts.to
        ? `The last change was taken back: ${inSentence(review)} is${onSlot(facts.to, reader)}.`
        : `The last change was taken back: ${inSentence(review)} is open again.`
    },
  }),
  'reminder-day': ofAhead({
    to: callers,
    text: (facts, reader) =>
      `Reminder: ${inSentence(whose(facts, reader))} is${onSlot(facts.to, reader)}.`,
  }),
  'reminder-hour': ofAhead({
    to: callers,
    text: (facts, reader) => `${whose(facts, reader)} begins soon,${onSlot(facts.to, reader)}.`,
  }),
  overdue: ofAhead({
    to: ['student', 'advisor'],
    text: (facts, reader) => {
      const { role } = reader
      const review = `${whose(facts, reader)} was due on ${dayOf(facts.due, reader)} and has no slot`
      return role === 'student' ? `${review}. Your advisor books one.` : `${review}.`
    },
  }),
  reminded: describe({
    to: ['student', 'advisor'],
    /** Of one review, or of all that are overdue with an advisor. */
    facts: z.union([
      AheadFacts.extend({ by: z.string() }),
      z.object({ by: z.string(), overdue: z.number() }),
    ]),
    text: (facts, reader) => {
      if ('overdue' in facts) {
        const { by, overdue } = facts
        return `${by} reminds you: ${counted(overdue, 'review of your students is', 'reviews of your students are')} overdue.`
      }
      const when = facts.to
        ? `is${onSlot(facts.to, reader)}`
        : `is due on ${dayOf(facts.due, reader)}`
      return `${facts.by} reminds you: ${inSentence(whose(facts, reader))} ${when}.`
    },
    path: toReview,
  }),
  'slots-short': describe({
    to: ['reviewer', 'admin'],
    facts: z.object({ domain: z.string(), waiting: z.number(), free: z.number() }),
    text: ({ domain, waiting, free }) =>
      `Slots run short in ${domain}: ${counted(waiting, 'review waits', 'reviews wait')}, and ${counted(free, 'slot is', 'slots are')} free in the next ${bookingHorizonDays} days.`,
    path: ({ role }) => (role === 'reviewer' ? availability : reviewerList),
  }),
  waiting: describe({
    to: ['student', 'reviewer'],
    facts: z.object({ name: z.string() }),
    text: ({ name }) => `${name} waits for you in the call.`,
    path: ({ role, review }) => (review === null ? home(role) : call(role, review)),
  }),
  'password-changed': ofAccount({
    facts: z.object({}),
    text: () => 'Your password was changed. If that was not you, talk to your admin at once.',
  }),
  'new-browser': ofAccount({
    /** Null for one that does not say what it is. */
    facts: z.object({ browser: z.string().nullable() }),
    text: ({ browser }) =>
      `Somebody signed in to your account with a new browser${browser ? `: ${browser}` : ''}. If that was not you, change your password.`,
  }),
  'email-changed': ofAccount({
    facts: z.object({ email: z.string() }),
    text: ({ email }) =>
      `The email of your account is ${email} now. If that was not you, talk to your admin at once.`,
  }),
} satisfies Record<NoticeKind, ReturnType<typeof describe>>

/** What a kind of notice is made of. */
export type FactsOf<Kind extends NoticeKind> = z.input<(typeof notices)[Kind]['facts']>
