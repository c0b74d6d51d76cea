import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Random } from '#seed/random.ts'
import type { Context } from '#server/kit/context.ts'
import type { Someone } from './cast.ts'

/** Makes a call with the token of a session; undefined when there is no answer. */
export type Send = (
  method: Endpoint['method'],
  url: string,
  given: { token: string; body?: unknown; key?: string },
) => Promise<{ status: number; body: unknown } | undefined>

/** Where races are run: a school's database and the ways into its server. */
export type Course = {
  context: Context
  send: Send
  random: Random
  /** An admin, and an advisor who books nothing and sees what there is. */
  admin: Someone
  onlooker: Someone
}
