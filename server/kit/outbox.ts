import type { Context } from './context.ts'
import { newId } from './id.ts'

/** A mail as text. */
export type Mail = { recipient: string; subject: string; body: string }

/**
 * Puts a mail into the outbox, in the caller's transaction: it is sent after the commit, and only
 * if there is one.
 */
export async function postMail({ db, clock }: Context, mail: Mail): Promise<void> {
  const now = clock()
  await db
    .insertInto('outbox')
    .values({ id: newId(), ...mail, created_at: now, due_at: now, attempts: 0 })
    .execute()
}
