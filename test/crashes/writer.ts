import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Random } from '#seed/random.ts'
import type { Send } from '../races/course.ts'
import { applyEffects, type Effects, type Known, type Open } from './find-losses.ts'

/** Raised when a call had no answer, or one that leaves open whether it was done. */
export class Interrupted extends Error {}

/** A call that changes something, and what it changes. */
export type Change = {
  what: string
  to: Pick<Endpoint, 'method' | 'path'>
  token?: string
  body: unknown
  /** What it brings about, as far as that is known before the answer. */
  effects: Effects
  /** What more is known from the answer. */
  learned?: (reply: unknown) => Effects
  /** Whether it is made once more with its key where there was no answer. */
  isRepeated?: boolean
  /** Facts of which nobody can say any more what they are, if there is no answer. */
  unsure?: string[]
}

/** What all writers of a school share: the way to the server, and the log of what it answered. */
export type Desk = {
  send: Send
  random: Random
  known: Known
  open: Open[]
  count: { acknowledged: number; repeated: number }
  adminToken: string
}

/** Makes a change and writes down that it was acknowledged, or that it is open. */
export async function make(desk: Desk, change: Change): Promise<unknown> {
  const { what, to, token = desk.adminToken, body, effects, learned, unsure = [] } = change
  const key = change.isRepeated ? randomUUID() : undefined
  const send = () => desk.send(to.method, to.path, { token, body, ...(key && { key }) })
  const answer = await send()
  if (!answer || answer.status >= 500) {
    const again = async () => (await send())?.status
    desk.open.push({ what, effects, ...(key && { again }) })
    for (const name of unsure) desk.known.delete(name)
    throw new Interrupted(what)
  }
  if (answer.status !== 200)
    throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  applyEffects(desk.known, { ...effects, ...learned?.(answer.body) })
  desk.count.acknowledged++
  return answer.body
}

/** Reads something; there is nothing to write down. */
export async function look(desk: Desk, path: string, token = desk.adminToken): Promise<unknown> {
  const answer = await desk.send('GET', path, { token })
  if (!answer || answer.status >= 500) throw new Interrupted(path)
  return answer.body
}
