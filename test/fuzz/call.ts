import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { addDays, dateInZone } from '#contract/kit/time/zone.ts'
import type { Role } from '#contract/roles.ts'
import type { Member, School } from './school.ts'
import { timeZone } from './school.ts'
import { isBookedAndUpcoming, type ReviewRow, type State } from './state.ts'

/** What is done, and the numbers by which it is chosen to what; now and then by somebody else. */
export type Step = { a: number; b: number; c: number; isStranger: boolean }

/** A school as it stands before a step. */
export type Scene = { school: School; state: State; now: number }

/** Makes somebody's call; who it was, and what came of it. */
export async function ask<E extends Endpoint>(
  { app }: School,
  member: Member,
  endpoint: E,
  body: Partial<EndpointInput<E>>['body'],
) {
  // What is left out is not there: `body` is what this endpoint takes.
  const input = { token: member.token, body } as Parameters<typeof app.call<E>>[1]
  const reply = await app.call(endpoint, input)
  return { status: reply.status, actor: member._id, body: reply.body }
}

export const at = <T>(all: T[], place: number): T | undefined => all[place % (all.length || 1)]

/** The member whose thing it is, or somebody else of the role who has no business with it. */
export function whose({ school }: Scene, role: Role, id: string | null, step: Step): Member {
  const all = school.people[role]
  const found = step.isStranger ? undefined : all.find(({ _id }) => _id === id)
  const member = found ?? at(all, step.c)
  if (!member) throw new Error('unreachable')
  return member
}

/** A review that such a thing can be done with; now and then any other. */
export function reviewFor(
  { state }: Scene,
  { a }: Step,
  suits: (review: ReviewRow) => boolean,
): ReviewRow {
  const suitable = state.reviews.filter(suits)
  const review = at(a % 8 === 0 || suitable.length === 0 ? state.reviews : suitable, a)
  if (!review) throw new Error('unreachable')
  return review
}

export const isOpen = ({ closed_at }: ReviewRow) => closed_at === null
export const waits = (one: ReviewRow) => isOpen(one) && one.status === 'not-scheduled'
export const isBooked =
  ({ now }: Scene) =>
  (one: ReviewRow) =>
    isBookedAndUpcoming(one, now)

/** A slot that is free and begins on one of the next days; now and then any other. */
export function slotFor({ state, now }: Scene, { b }: Step) {
  const isFree = (slot: State['slots'][number]) =>
    (slot.holder ?? slot.spent_by) === null &&
    slot.starts_at > now &&
    slot.starts_at < now + 60 * hourMs
  const free = state.slots.filter(isFree)
  return at(b % 8 === 0 || free.length === 0 ? state.slots : free, b)
}

/** The date so many days after today. */
export const dayAfter = ({ now }: Scene, days: number) => addDays(dateInZone(now, timeZone), days)
