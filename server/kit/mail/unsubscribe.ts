import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type MailKind, mailKinds } from '#contract/kit/mail-kind.ts'
import type { Context } from '../context.ts'
import { newSecret } from '../id.ts'
import { keepKey, readKey } from '../kept-key.ts'
import type { ClaimedMail } from './postman.ts'

/** Whose mails of which kind an address ends; null for an older mail, and for nobody we know. */
export type Unsubscribing = { kind: MailKind | null; personId: string | null }

/** Where the reader of a mail says that they want no more of its kind; it has no row of its own. */
export async function unsubscribeUrl(
  { db, settings }: Context,
  { kind, person_id }: Pick<ClaimedMail, 'kind' | 'person_id'>,
): Promise<string> {
  const said = `${kind ?? ''}.${person_id ?? ''}`
  const key = await keepKey(db, 'unsubscribe-key', newSecret)
  return `${settings.appUrl}/unsubscribe/${said}.${signatureOf(said, key)}`
}

const Said = z.tuple([z.enum(mailKinds).or(z.literal('')), z.string(), z.string()])

/** What the secret in such an address says; undefined if it is not one of ours. */
export async function readUnsubscribing(
  { db }: Context,
  secret: string,
): Promise<Unsubscribing | undefined> {
  const said = Said.safeParse(secret.split('.')).data
  const key = await readKey(db, 'unsubscribe-key')
  if (!said || !key) return undefined
  const [kind, personId, signature] = said
  const own = Buffer.from(signatureOf(`${kind}.${personId}`, key))
  const given = Buffer.from(signature)
  if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined
  return { kind: kind || null, personId: personId || null }
}

function signatureOf(said: string, key: string): string {
  return createHmac('sha256', key).update(said).digest('base64url')
}
