import * as kit from '#server/kit/call/session/session.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'

/** Opens a session in a transaction of its own, and returns its token. */
export function openSession(
  context: Context,
  personId: string,
  origin?: kit.SessionOrigin,
): Promise<string> {
  return inTransaction(context, (tx) => kit.openSession(tx, personId, origin))
}
