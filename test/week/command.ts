import fc, { type AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { roles } from '#contract/roles.ts'
import { memberCounts, type School } from './members.ts'
import type { Actor, Model, Verdict } from './model.ts'
import { compareWithModel, getToken } from './school-with-model.ts'

type Command = AsyncCommand<Model, School>

/** Runs an action and compares the whole school with the model. */
export function makeCommand(
  says: string,
  run: (model: Model, school: School) => Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, school) {
      // No two changes share an instant, because undo identifies them by it.
      school.app.time.now = ++model.now
      await run(model, school)
      await compareWithModel(model, school)
    },
    toString: () => says,
  }
}

/** Makes a call as an actor. The verdict must allow its status. */
export async function callAs<T>(
  school: School,
  actor: Actor,
  { method, path, body }: { method: Endpoint['method']; path: string; body: unknown },
  verdict: (answer: T) => Verdict,
): Promise<void> {
  const reply = await school.app.send<T>(method, path, { token: getToken(school, actor), body })
  const { statuses, change } = verdict(reply.body)
  expect(statuses).toContain(reply.status)
  change?.()
}

export const arbitraryIndex = fc.nat({ max: 1_000 })

/** Mostly the owner, sometimes anyone. */
export function arbitraryActor(role: keyof typeof memberCounts) {
  const of = (one: keyof typeof memberCounts) =>
    fc.nat({ max: memberCounts[one] - 1 }).map((index) => ({ role: one, index, isOwner: false }))
  return fc.oneof(
    { weight: 8, arbitrary: of(role).map((one) => ({ ...one, isOwner: true })) },
    { weight: 1, arbitrary: of(role) },
    { weight: 1, arbitrary: fc.constantFrom(...roles).chain(of) },
  )
}

type Wanted = Actor & { isOwner: boolean }

/** The actor, or the owner if wanted. */
export const getActorOrOwner = (
  { isOwner, role, index }: Wanted,
  owner: number | null | undefined,
): Actor => ({
  role,
  index: isOwner ? (owner ?? index) : index,
})

const at = <T>(all: T[], index: number): T | undefined => all[index % Math.max(all.length, 1)]

/** Mostly a slot that can be booked. */
export function pickSlot(model: Model, index: number) {
  const held = new Set(model.reviews.map((review) => review.slot))
  const free = model.slots
    .filter((slot) => slot.startsAt > model.now && slot.startsAt < model.beyond)
    .filter((slot) => !held.has(slot.id))
  return at(index % 4 === 0 || free.length === 0 ? model.slots : free, index)
}

/** Mostly a recent review, because earlier ones are closed. */
export function pickReview(model: Model, index: number) {
  const { reviews } = model
  return index % 4 === 0
    ? at(reviews, index)
    : at(
        reviews.filter((one) => !one.isClosed),
        index,
      )
}
