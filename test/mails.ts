import type { TestApp } from './app.ts'

/** The mails that a person has been sent, the newest last. */
export function mailsTo({ context }: TestApp, email: string) {
  const mails = context.db.selectFrom('outbox').selectAll().where('recipient', '=', email)
  return mails.orderBy('id').execute()
}
