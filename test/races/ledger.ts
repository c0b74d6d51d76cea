import type { AbsentRole, HistoryKind } from '#contract/kit/kinds/history-kind.ts'
import type { AbleTo, AddableRole } from '#contract/roles.ts'

/** A range of one day to be cut into slots, as a reviewer gives it; the school's zone is UTC. */
export type Range = { date: string; timeStart: string; timeEnd: string; reviewTime: number }

type Staff = AbleTo<'cancel bookings'>

/** What can be asked for that brings a review or a slot into or out of 'booked'. */
export type Asked =
  | { call: 'book'; review: string; reviewer: string; slot: string }
  | { call: 'follow'; review: string; way: 'week-repeat' | 'next-week' }
  | { call: 'undo'; review: string }
  | { call: 'mark'; review: string }
  | { call: 'add slots'; range: Range }
  | { call: 'block'; person: string; role: AddableRole }
  | { call: 'unblock'; person: string; role: AddableRole }
  | { call: 'move'; review: string; reviewer: string; slot: string }
  /** Its reviewer can have the slot removed with that. */
  | { call: 'cancel'; review: string; role: Staff; removesSlot?: true }
  | { call: 'take back'; review: string; role: Staff }
  | { call: 'no-show'; review: string; role: AbleTo<'report no-shows'>; absent: AbsentRole }
  | { call: 'ask'; review: string; slots: string[] }
  | { call: 'withdraw'; review: string }
  | { call: 'decline'; review: string }
  | { call: 'remove'; slots: string[] }
  /** Confirmed: whatever was booked on that date is moved or lost. An admin says whose it is. */
  | { call: 'absence'; date: string; of?: string }
  /** The same times on each day of the week, confirmed. */
  | { call: 'week'; times: Times }

export type Times = Omit<Range, 'date'>

/** Several bookings in one call; each stands in the log as one of its own. */
export type Plan = { call: 'plan'; lines: AskedFor<'book'>[] }

export type AskedFor<Call extends Asked['call']> = Extract<Asked, { call: Call }>

/** Whose slots or bookings go, by their own call or an admin's. */
export function losingReviewer({ who, asked }: Pick<Entry, 'who' | 'asked'>): string {
  if (asked.call === 'block') return asked.person
  return asked.call === 'absence' ? (asked.of ?? who) : who
}

/** One call and its reply. Instants are of the clients' one clock, in ms. */
export type Entry<A extends Asked = Asked> = {
  /** The id of who asked. */
  who: string
  asked: A
  sentAt: number
  /** Infinity when there was no answer: it may still come into effect. */
  answeredAt: number
  /** What the school's clock showed then, in ms since 1970. */
  clock: { sent: number; answered: number }
  /** Undefined when there was no answer. */
  status: number | undefined
  /** How often the server was too busy before it gave this answer. */
  turnedAway?: number
}

export type ReviewState = {
  id: string
  student: string
  week: number
  status: string
  slot: string | null
  /** The slot that was freed as it was closed. */
  freed: string | null
  /** The reviewer with whom it lost its slot, until it is booked again. */
  lostWith: string | null
  follows: string | null
  isClosed: boolean
  /** Whether the student asks for another time. */
  hasRequest: boolean
}

export type SlotState = {
  id: string
  reviewer: string
  startsAt: number
  endsAt: number
  /** Made from an availability; used up by somebody who did not come. */
  isMade: boolean
  isSpent: boolean
}

/** A line of a review's history: slots by their ids. */
export type Line = {
  id: string
  review: string
  at: number
  what: HistoryKind
  who: string | null
  from: string | null
  to: string | null
  undoes: string | null
}

/** How a reviewer wants to be booked, in ms. */
export type BookingRules = {
  reviewer: string
  buffer: number
  mostADay: number | null
  notice: number
}

/** What stands in the database of those who take part. */
export type State = {
  /** When it was read, in ms since 1970. */
  readAt: number
  slots: SlotState[]
  reviews: ReviewState[]
  people: { id: string; week: number | null; isBlocked: boolean }[]
  bookingRules: BookingRules[]
  /** The history of these reviews, in its order. */
  history: Line[]
  /** What the audit log says of which slot a review had and has. */
  auditLog: { id: string; review: string; from: string | null; to: string | null }[]
}

/** A race: what stood there before it, who asked for what, and what stands there after it. */
export type Race = { before: State; log: Entry[]; after: State }

const entriesByCall = new WeakMap<Entry[], Map<string, Entry[]>>()

/** Those entries of a log that is complete which asked for one of these kinds of call. */
export function filterEntries<Call extends Asked['call']>(
  log: Entry[],
  ...calls: Call[]
): Entry<AskedFor<Call>>[] {
  const isOne = (entry: Entry): entry is Entry<AskedFor<Call>> =>
    calls.some((call) => call === entry.asked.call)
  // Of a long log the same is asked for each of its entries.
  const known = entriesByCall.get(log) ?? new Map<string, Entry[]>()
  entriesByCall.set(log, known)
  const found = (known.get(calls.join()) ?? log).filter(isOne)
  known.set(calls.join(), found)
  return found
}

type Index = Map<string, { entry: Entry }[]>
const indexes = new WeakMap<Entry[], Index>()

/** The entries of a log that is complete which name a review or a slot. */
export function entriesAbout(log: Entry[], id: string): Entry[] {
  const index = indexes.get(log) ?? getIndex(log)
  indexes.set(log, index)
  return (index.get(id) ?? []).map(({ entry }) => entry)
}

function getIndex(log: Entry[]): Index {
  const named = log.flatMap((entry) => {
    const { asked } = entry
    const ids = [
      'review' in asked ? [asked.review] : [],
      'slot' in asked ? [asked.slot] : [],
      'slots' in asked ? asked.slots : [],
    ]
    return ids.flat().map((id) => ({ id, entry }))
  })
  return Map.groupBy(named, ({ id }) => id)
}

/** Whether the server has said that it did what was asked. */
export const isDone = ({ status }: Entry) => status === 200

/** Whether it was done or may have been: there was no answer, or one that leaves it open. */
export const mayBeDone = ({ status }: Entry) =>
  status === undefined || status === 200 || status >= 500

/** Whether the one was over before the other was asked for. */
export const isBefore = (one: Entry, other: Entry) => one.answeredAt < other.sentAt

/** Whether the one can have come into effect before the other was answered. */
export const canPrecede = (one: Entry, other: Entry) => one.sentAt < other.answeredAt

/** What the slots of a range are: when each begins and ends, in ms since 1970. */
export function toSpans({ date, timeStart, timeEnd, reviewTime }: Range) {
  const [first, end] = [timeStart, timeEnd].map((time) => Date.parse(`${date}T${time}:00Z`))
  if (first === undefined || end === undefined) throw new RangeError('A range has two ends')
  const length = reviewTime * 60_000
  const count = Math.floor((end - first) / length)
  return Array.from({ length: count }, (_, place) => ({
    startsAt: first + place * length,
    endsAt: first + (place + 1) * length,
  }))
}
