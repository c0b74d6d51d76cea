import * as kit from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'

/** Opens a session in its own transaction and returns the token. */
export function openSession(
  context: Context,
  personId: string,
  origin?: kit.SessionOrigin,
): Promise<string> {
  return inTransaction(context, (tx) => kit.openSession(tx, personId, origin))
}
