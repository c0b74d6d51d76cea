import {
  addPerson,
  listInvitationDomains,
  login,
  setPassword,
  setProfile,
} from '#contract/accounts/accounts.ts'
import { addDomain } from '#contract/domains/domains.ts'
import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { makeProfile } from '#test/accounts/onboard.ts'
import type { Client } from '#test/deploy/https.ts'

export const admin = { email: 'head@school.test', password: 'the head is in' }
const student = { email: 'nova@school.test', password: 'a long-kept secret' }

/**
 * Goes from the first admin to a student who has signed in, at `url`. Throws an Error on failure.
 */
export async function studentSignsIn(url: string, ask: Client): Promise<void> {
  async function call<E extends Endpoint>(
    endpoint: E,
    { token = '', ...input }: Partial<EndpointInput<E>> & { token?: string },
  ) {
    const { body, params, query } = input
    const address = url + toUrl(endpoint, params ?? {}, query ?? {})
    const method = endpoint.method
    const reply = await ask(address, { token, method, ...(body === undefined ? {} : { body }) })
    if (reply.status !== 200) throw new Error(`${address}: ${reply.status} ${reply.body}`)
    return JSON.parse(reply.body)
  }
  const { token } = (await call(login.admin, { body: admin })).message
  await call(addDomain, { token, body: { name: 'Python' } })
  const person = { name: 'Nova Lindgren', email: student.email }
  const { inviteUrl } = await call(addPerson.student, { token, body: person })
  if (!String(inviteUrl).startsWith(`${url}/`)) throw new Error(`the link leads to ${inviteUrl}`)
  const params = { id: String(inviteUrl).split('/').at(-1) ?? '' }
  await call(setPassword.student, { params, body: { password: student.password } })
  const domains = await call(listInvitationDomains.student, { params })
  await call(setProfile.student, { params, body: makeProfile(domains) })
  await call(login.student, { body: student })
}
