import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Random } from '#seed/random.ts'
import type { Send } from '../races/race-school.ts'
import { type AcknowledgedFacts, applyEffects, type Effects, type OpenCall } from './find-losses.ts'

/** Thrown if a call had no reply, or one that does not say whether it was applied. */
export class UnknownOutcome extends Error {}

/** A call that changes something, with its effects. */
export type Change = {
  what: string
  to: Pick<Endpoint, 'method' | 'path'>
  token?: string
  body: unknown
  /** Its effects, as far as they are known in advance. */
  effects: Effects
  /** Further effects that the reply reveals. */
  learned?: (reply: unknown) => Effects
  /** Whether it is repeated with its key if there was no reply. */
  isRepeated?: boolean
  /** Facts that become unknown if there is no reply. */
  unsure?: string[]
}

/** Shared by all writers of a school: access to the server, and the log of its replies. */
export type WriterContext = {
  send: Send
  random: Random
  known: AcknowledgedFacts
  open: OpenCall[]
  count: { acknowledged: number; repeated: number }
  adminToken: string
  /** The ids of people whose notifications an erasure may have removed. */
  forgotten: Set<string>
}

/** Makes a change and records it as acknowledged or open. */
export async function makeChange(desk: WriterContext, change: Change): Promise<unknown> {
  const { what, to, token = desk.adminToken, body, effects, learned, unsure = [] } = change
  const key = change.isRepeated ? randomUUID() : undefined
  const send = () => desk.send(to.method, to.path, { token, body, ...(key && { key }) })
  const answer = await send()
  if (!answer || answer.status >= 500) {
    const again = async () => (await send())?.status
    desk.open.push({ what, effects, ...(key && { again }) })
    for (const name of unsure) desk.known.delete(name)
    throw new UnknownOutcome(what)
  }
  if (answer.status !== 200)
    throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  applyEffects(desk.known, { ...effects, ...learned?.(answer.body) })
  desk.count.acknowledged++
  return answer.body
}

/** Reads something without recording it. */
export async function readWithoutRecording(
  desk: WriterContext,
  path: string,
  token = desk.adminToken,
): Promise<unknown> {
  const answer = await desk.send('GET', path, { token })
  if (!answer || answer.status >= 500) throw new UnknownOutcome(path)
  return answer.body
}
