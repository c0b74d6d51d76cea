import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Random } from '#seed/random.ts'
import type { Context } from '#server/kit/context.ts'
import type { Actor } from './scene-helpers.ts'

/** Makes a call with a session's token. Returns undefined without a reply. */
export type Send = (
  method: Endpoint['method'],
  url: string,
  given: { token: string; body?: unknown; key?: string },
) => Promise<{ status: number; body: unknown } | undefined>

/** A school for races: its database and access to its server. */
export type RaceSchool = {
  context: Context
  send: Send
  random: Random
  /** An admin, and an advisor who only reads. */
  admin: Actor
  onlooker: Actor
}
