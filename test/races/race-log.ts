import type { HistoryKind, NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { ProfileRole, RoleAbleTo } from '#contract/roles.ts'

/** A range of a day to split into slots, as a reviewer enters it. The school's time zone is UTC. */
export type SlotRange = { date: string; timeStart: string; timeEnd: string; reviewTime: number }

type Staff = RoleAbleTo<'cancel bookings'>

/** Calls that can change whether a review or slot is booked. */
export type Action =
  | { call: 'book'; review: string; reviewer: string; slot: string }
  | { call: 'follow'; review: string; way: 'week-repeat' | 'next-week' }
  | { call: 'undo'; review: string }
  | { call: 'mark'; review: string }
  | { call: 'add slots'; range: SlotRange }
  | { call: 'block'; person: string; role: ProfileRole }
  | { call: 'unblock'; person: string; role: ProfileRole }
  | { call: 'move'; review: string; reviewer: string; slot: string }
  /** Its reviewer can also remove the slot. */
  | { call: 'cancel'; review: string; role: Staff; removesSlot?: true }
  | { call: 'take back'; review: string; role: Staff }
  | { call: 'no-show'; review: string; role: RoleAbleTo<'report no-shows'>; absent: NoShowRole }
  | { call: 'ask'; review: string; slots: string[] }
  | { call: 'withdraw'; review: string }
  | { call: 'decline'; review: string }
  | { call: 'remove'; slots: string[] }
  /** Confirmed, so bookings on that date are moved or lost. An admin names the reviewer. */
  | { call: 'absence'; date: string; of?: string }
  /** The same times on each day of the week, confirmed. */
  | { call: 'week'; times: TimeRange }

export type TimeRange = Omit<SlotRange, 'date'>

/** Several bookings in one call. Each is a log entry of its own. */
export type BookingPlan = { call: 'plan'; lines: ActionOf<'book'>[] }

export type ActionOf<Call extends Action['call']> = Extract<Action, { call: Call }>

/** The reviewer whose slots or bookings are affected, by their own call or an admin's. */
export function getAffectedReviewer({ who, asked }: Pick<Entry, 'who' | 'asked'>): string {
  if (asked.call === 'block') return asked.person
  return asked.call === 'absence' ? (asked.of ?? who) : who
}

/** A call and its reply. Instants are from the clients' common clock, in ms. */
export type Entry<A extends Action = Action> = {
  /** The id of the caller. */
  who: string
  asked: A
  sentAt: number
  /** Infinity without a reply: it may still take effect. */
  answeredAt: number
  /** The school's clock at the time, in ms since 1970. */
  clock: { sent: number; answered: number }
  /** Undefined without a reply. */
  status: number | undefined
  /** How often the server was overloaded before this reply. */
  turnedAway?: number
}

export type ReviewState = {
  id: string
  student: string
  week: number
  status: string
  slot: string | null
  /** The slot that was freed when it was closed. */
  freed: string | null
  /** The reviewer with whom it lost its slot, until it is booked again. */
  lostWith: string | null
  follows: string | null
  isClosed: boolean
  /** Whether there is a reschedule request. */
  hasRequest: boolean
}

export type SlotState = {
  id: string
  reviewer: string
  startsAt: number
  endsAt: number
  /** Generated from an availability. `isSpent`: used up by a no-show. */
  isMade: boolean
  isSpent: boolean
}

/** A line of a review's history, with slot ids. */
export type HistoryLine = {
  id: string
  review: string
  at: number
  what: HistoryKind
  who: string | null
  from: string | null
  to: string | null
  undoes: string | null
}

/** A reviewer's booking limits, in ms. */
export type BookingRules = {
  reviewer: string
  buffer: number
  mostADay: number | null
  notice: number
}

/** The database's state for the people involved. */
export type State = {
  /** When it was read, in ms since 1970. */
  readAt: number
  slots: SlotState[]
  reviews: ReviewState[]
  people: { id: string; week: number | null; isBlocked: boolean }[]
  bookingRules: BookingRules[]
  /** The history of these reviews, in order. */
  history: HistoryLine[]
  /** The audit log's slot changes of reviews. */
  auditLog: { id: string; review: string; from: string | null; to: string | null }[]
}

/** A race: the state before, the calls, and the state after. */
export type Race = { before: State; log: Entry[]; after: State }

const entriesByCall = new WeakMap<Entry[], Map<string, Entry[]>>()

/** The entries of a complete log with one of these kinds of call. */
export function filterEntries<Call extends Action['call']>(
  log: Entry[],
  ...calls: Call[]
): Entry<ActionOf<Call>>[] {
  const isOne = (entry: Entry): entry is Entry<ActionOf<Call>> =>
    calls.some((call) => call === entry.asked.call)
  // Cached, because long logs are filtered once for each entry.
  const known = entriesByCall.get(log) ?? new Map<string, Entry[]>()
  entriesByCall.set(log, known)
  const found = (known.get(calls.join()) ?? log).filter(isOne)
  known.set(calls.join(), found)
  return found
}

type Index = Map<string, { entry: Entry }[]>
const indexes = new WeakMap<Entry[], Index>()

/** The entries of a complete log that refer to a review or slot. */
export function filterEntriesAbout(log: Entry[], id: string): Entry[] {
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

/** Whether the server confirmed a call. */
export const isDone = ({ status }: Entry) => status === 200

/** Whether a call was made or may have been: no reply, or an inconclusive one. */
export const mayHaveSucceeded = ({ status }: Entry) =>
  status === undefined || status === 200 || status >= 500

/** Whether one call ended before the other was sent. */
export const isBefore = (one: Entry, other: Entry) => one.answeredAt < other.sentAt

/** Whether one call can have taken effect before the other was answered. */
export const canPrecede = (one: Entry, other: Entry) => one.sentAt < other.answeredAt

/** The slots of a range: start and end of each, in ms since 1970. */
export function toSlotTimes({ date, timeStart, timeEnd, reviewTime }: SlotRange) {
  const [first, end] = [timeStart, timeEnd].map((time) => Date.parse(`${date}T${time}:00Z`))
  if (first === undefined || end === undefined) throw new RangeError('A range has two ends')
  const length = reviewTime * 60_000
  const count = Math.floor((end - first) / length)
  return Array.from({ length: count }, (_, place) => ({
    startsAt: first + place * length,
    endsAt: first + (place + 1) * length,
  }))
}
