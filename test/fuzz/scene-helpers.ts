import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Role } from '#contract/roles.ts'
import type { Member, School } from './school.ts'
import { timeZone } from './school.ts'
import { isBookedAndUpcoming, type ReviewRow, type State } from './state.ts'

/** The numbers that choose an action's objects. Sometimes it is done by a stranger. */
export type StepSeed = { a: number; b: number; c: number; isStranger: boolean }

/** A school before a step. */
export type Scene = { school: School; state: State; now: number }

/** Makes a call and returns the caller and the outcome. */
export async function makeCall<E extends Endpoint>(
  { app }: School,
  member: Member,
  endpoint: E,
  body: Partial<EndpointInput<E>>['body'],
) {
  // Optional fields are omitted: `body` is what this endpoint accepts.
  const input = { token: member.token, body } as Parameters<typeof app.call<E>>[1]
  const reply = await app.call(endpoint, input)
  return { status: reply.status, actor: member._id, body: reply.body }
}

export const pickAt = <T>(all: T[], place: number): T | undefined => all[place % (all.length || 1)]

/** The owner of an object, or another member of the role without access to it. */
export function pickMember(
  { school }: Scene,
  role: Role,
  id: string | null,
  step: StepSeed,
): Member {
  const all = school.people[role]
  const found = step.isStranger ? undefined : all.find(({ _id }) => _id === id)
  const member = found ?? pickAt(all, step.c)
  if (!member) throw new Error('unreachable')
  return member
}

/** A review to which an action applies. Sometimes any other. */
export function pickReview(
  { state }: Scene,
  { a }: StepSeed,
  suits: (review: ReviewRow) => boolean,
): ReviewRow {
  const suitable = state.reviews.filter(suits)
  const review = pickAt(a % 8 === 0 || suitable.length === 0 ? state.reviews : suitable, a)
  if (!review) throw new Error('unreachable')
  return review
}

export const isOpen = ({ closed_at }: ReviewRow) => closed_at === null
export const isWaiting = (one: ReviewRow) => isOpen(one) && one.status === 'not-scheduled'
export const isBooked =
  ({ now }: Scene) =>
  (one: ReviewRow) =>
    isBookedAndUpcoming(one, now)

/** A free slot within the next days. Sometimes any other. */
export function pickSlot({ state, now }: Scene, { b }: StepSeed) {
  const isFree = (slot: State['slots'][number]) =>
    (slot.holder ?? slot.spent_by) === null &&
    slot.starts_at > now &&
    slot.starts_at < now + 60 * hourMs
  const free = state.slots.filter(isFree)
  return pickAt(b % 8 === 0 || free.length === 0 ? state.slots : free, b)
}

/** The date this many days from today. */
export const getDateInDays = ({ now }: Scene, days: number) =>
  addDays(getDateInZone(now, timeZone), days)
