import type { TokenScope } from '#contract/kit/api-tokens/token-scopes.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { newApiToken } from '#server/kit/call/session/api-token-format.ts'
import { hashSecret, newId } from '#server/kit/id.ts'
import type { WithContext } from '#test/factories.ts'

type Options = { scopes?: TokenScope[]; name?: string; expiresAt?: number; createdAt?: number }

/** Adds an API token of a person, and returns its id and the token. */
export async function makeApiToken(app: WithContext, personId: string, options: Options = {}) {
  const { row, ...made } = makeApiTokenRow(app, personId, options)
  await app.context.db.insertInto('api_tokens').values(row).execute()
  return made
}

/** An API token of a person, to be inserted. */
export function makeApiTokenRow({ context }: WithContext, personId: string, options: Options = {}) {
  const [id, token, now] = [newId(), newApiToken(), context.clock()]
  const { scopes = ['write'], name = `Token ${id}` } = options
  const { createdAt = now, expiresAt = now + 1_000 * hourMs } = options
  const row = {
    id,
    person_id: personId,
    name,
    scopes: JSON.stringify(scopes),
    token_hash: hashSecret(token),
    last_four: token.slice(-4),
    created_at: createdAt,
    used_at: null,
    expires_at: expiresAt,
  }
  return { _id: id, token, name, row }
}
