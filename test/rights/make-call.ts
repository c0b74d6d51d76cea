import { getSessionOnlyFields } from '#contract/kit/api-tokens/session-only.ts'
import { type Endpoint, toUrl } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { TestApp } from '#test/app.ts'
import { endpoints } from '#test/endpoints.ts'
import { sessionCalls } from './calls.ts'
import type { Input, KnownCall } from './describe-call.ts'
import type { RelatedPeople } from './related-people.ts'

export type Call = { name: string; endpoint: Endpoint; role: Role } & KnownCall

/** All calls that need a session, of one role. */
export const listCallsOfRole = (wanted: Role): Call[] =>
  sessionCalls.flatMap(([name, known]) => {
    const endpoint = endpoints.get(name)
    const role = endpoint?.role
    return endpoint && role === wanted ? [{ name, endpoint, role, ...known }] : []
  })

/** Makes a call with an API token. */
export async function makeCall(
  app: TestApp,
  { endpoint }: Pick<Call, 'endpoint'>,
  input: Input,
  token: string,
) {
  const url = toUrl(endpoint, input.params, input.query)
  return app.send(endpoint.method, url, { token: `Bearer ${token}`, body: input.body })
}

/** The input of a call without the fields that no API token can send. */
export function withoutSessionOnlyFields({ endpoint, input }: Call, circle: RelatedPeople): Input {
  const { body, ...rest } = input(circle)
  const fields = getSessionOnlyFields(endpoint)
  const value = body?.value
  if (typeof value !== 'object' || value === null || fields.length === 0) {
    return body ? { ...rest, body } : rest
  }
  const kept = Object.entries(value).filter(([name]) => !fields.includes(name))
  return { ...rest, body: { ...body, value: Object.fromEntries(kept) } }
}
