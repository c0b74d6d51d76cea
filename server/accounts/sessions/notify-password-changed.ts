import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify, type Recipient } from '#server/notifications/actions.ts'

/** Notifies a person that their password was changed, by whomever. */
export function notifyPasswordChanged(context: Context<Tx>, person: Recipient): Promise<void> {
  const payload = () => ({})
  return notify(context, { kind: 'password-changed', dedupeKey: newId(), to: [person], payload })
}
