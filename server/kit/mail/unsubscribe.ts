import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type MailKind, mailKinds } from '#contract/kit/kinds/mail-kind.ts'
import type { Context } from '../context.ts'
import { newSecret } from '../id.ts'
import { getOrCreateSecretKey, readStoredSecretKey } from '../secret-keys.ts'
import type { ClaimedMail } from './claimed-mail.ts'
import { parseContent } from './message/content.ts'

/** Which kinds of mails a link unsubscribes, and for whom; null for an unknown person. */
export type UnsubscribeRequest = { kinds: MailKind[]; personId: string | null }

/** A separator that occurs in no kind and needs no escaping in URLs. */
const between = '~'

/**
 * Returns a function that makes the unsubscribe link of a mail. The links are signed and need no
 * row in the database.
 */
export async function makeGetUnsubscribeUrl({
  db,
  settings,
}: Context): Promise<(mail: Unsubscribable) => string> {
  const key = await getOrCreateSecretKey(db, 'unsubscribe-key', newSecret)
  return ({ kind, person_id, body = '' }) => {
    const kinds = parseContent(body)?.kinds?.join(between)
    const said = `${kinds ?? kind ?? ''}.${person_id ?? ''}`
    return `${settings.appUrl}/unsubscribe/${said}.${sign(said, key)}`
  }
}

type Unsubscribable = Pick<ClaimedMail, 'kind' | 'person_id'> & { body?: string }

const Kinds = z
  .string()
  .transform((said) => said.split(between))
  .pipe(z.array(z.enum(mailKinds)))
const Said = z.tuple([z.string(), z.string(), z.string()])

/** Verifies the secret of such a link and returns its request; undefined if it is invalid. */
export async function readUnsubscribeRequest(
  { db }: Context,
  secret: string,
): Promise<UnsubscribeRequest | undefined> {
  const said = Said.safeParse(secret.split('.')).data
  const key = await readStoredSecretKey(db, 'unsubscribe-key')
  if (!said || !key) return undefined
  const [kinds, personId, signature] = said
  const own = Buffer.from(sign(`${kinds}.${personId}`, key))
  const given = Buffer.from(signature)
  if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined
  return { kinds: Kinds.safeParse(kinds).data ?? [], personId: personId || null }
}

function sign(said: string, key: string): string {
  return createHmac('sha256', key).update(said).digest('base64url')
}
