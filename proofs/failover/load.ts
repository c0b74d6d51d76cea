import { setTimeout } from 'node:timers/promises'
import { demoLogins } from '#contract/school/school.ts'

/**
 * The reply to one call of the load: when it came, how long it took, and its status (0 for none).
 */
export type Answered = { at: number; ms: number; status: number; email: string }

const patienceMs = 6_000

/** Signs the admin in and returns the token. */
export async function signIn(url: string): Promise<string> {
  const reply = await send(`${url}/admin/login`, '', demoLogins.admin)
  return (await reply.json()).message.token
}

/** Eight clients that add people and eight that read. They continue whatever the replies. */
export function keepCalling(url: string, token: string) {
  const answered: Answered[] = []
  let goesOn = true

  async function call(caller: number): Promise<void> {
    for (let turn = 0; goesOn; turn++) {
      const email = caller % 2 ? `added-${caller}-${turn}@school.test` : ''
      const began = performance.now()
      const status = await (email
        ? send(`${url}/admin/add-advisor`, token, { name: 'Ana', email })
        : send(`${url}/admin/all-domain`, token)
      ).then(
        async (reply) => {
          await reply.arrayBuffer()
          return reply.status
        },
        () => 0,
      )
      const at = performance.now()
      answered.push({ at, ms: at - began, status, email })
      await setTimeout(20)
    }
  }

  const all = Array.from({ length: 16 }, (_, caller) => call(caller))
  return {
    answered,
    async end(): Promise<void> {
      goesOn = false
      await Promise.all(all)
    },
  }
}

export type Load = ReturnType<typeof keepCalling>

/** The longest time (ms) after `since` without a successful call, and the statuses meanwhile. */
export function longestGap(answered: Answered[], since: number) {
  const well = answered.filter(({ status }) => status === 200).map(({ at }) => at)
  let gap = { ms: 0, from: since, to: since }
  for (const [place, to] of well.entries()) {
    const from = well[place - 1] ?? to
    if (to >= since && to - from > gap.ms) gap = { ms: to - from, from, to }
  }
  const statuses: Record<string, number> = {}
  for (const { at, status } of answered) {
    if (at > gap.from && at < gap.to) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return { ms: gap.ms, statuses }
}

function send(url: string, token: string, body?: unknown): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(patienceMs),
  })
}
