import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idempotencyKeyReused, RefusalStatus } from '#contract/kit/refusal.ts'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { idempotencyKeyHours } from '#contract/limits/limits.ts'
import { didChange, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../context.ts'
import { startInterval } from '../interval.ts'
import { Refused } from './refused.ts'

/** The stored reply of a call: its body or its refusal. */
const IdempotentReply = z.union([
  z.object({
    refusal: z.object({ status: RefusalStatus, message: z.string() }),
    errors: z.record(z.string(), z.string()).optional(),
    fields: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ body: z.unknown() }),
])
export type IdempotentReply = z.infer<typeof IdempotentReply>

/**
 * A call with an `Idempotency-Key`: the id and the encryption key of its stored reply, and a
 * fingerprint of its request.
 */
export type IdempotentCall = { id: string; fingerprint: string; encryptionKey: Buffer }

const keepMs = idempotencyKeyHours * hourMs
const sweepEveryMs = 10 * minuteMs

/**
 * Reads the `Idempotency-Key` of a call; undefined without one. A stored reply can only be found
 * and decrypted with the key and the session's token (without a session, the secret in the path).
 * Neither is stored.
 */
export function readIdempotentCall(
  request: FastifyRequest,
  token: string | undefined,
): IdempotentCall | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  const owner = token ?? request.url
  const derived = Buffer.from(hkdfSync('sha256', owner, key, 'kept reply', 32))
  const mac = (what: string) => createHmac('sha256', derived).update(what).digest('base64url')
  return {
    id: mac('id'),
    fingerprint: mac(JSON.stringify([request.method, request.url, request.body ?? null])),
    encryptionKey: derived,
  }
}

/**
 * Returns the stored reply of the same call; undefined if it is new. Refuses a key that was used
 * with another request.
 */
export async function findReply(
  { db, clock }: Context,
  call: IdempotentCall,
): Promise<IdempotentReply | undefined> {
  const row = await readReply(db, { id: call.id, tooOld: clock() - keepMs })
  if (row?.reply == null) return undefined
  if (row.fingerprint !== call.fingerprint) throw new Refused(idempotencyKeyReused)
  return decryptReply(call, row.reply)
}

const readReply = first((db, { id, tooOld }: Values<{ id: string; tooOld: number }>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply'])
    .where('id', '=', id)
    .where('created_at', '>', tooOld),
)

/**
 * Claims the call's key in the transaction of its change; returns undefined for the first caller. A
 * concurrent call with the same key waits here until the first is committed, and gets its reply.
 */
export async function claimReply(
  context: Context<Tx>,
  call: IdempotentCall,
): Promise<IdempotentReply | undefined> {
  const now = context.clock()
  const { id, fingerprint } = call
  const isFirst = await insertClaim(context.db, { id, fingerprint, now, tooOld: now - keepMs })
  return isFirst ? undefined : findReply(context, call)
}

type Claim = { id: string; fingerprint: string; now: number; tooOld: number }

const insertClaim = didChange((db, { id, fingerprint, now, tooOld }: Values<Claim>) =>
  db
    .insertInto('idempotency_keys')
    .values({ id, fingerprint, reply: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ fingerprint, reply: null, created_at: now })
        .where('idempotency_keys.created_at', '<=', tooOld),
    )
    .returning('id'),
)

/** Stores the reply of a call in place of its claim. */
export async function saveReply(
  { db, clock }: Context,
  call: IdempotentCall,
  reply: IdempotentReply,
): Promise<void> {
  const { id, fingerprint } = call
  await insertReply(db, { id, fingerprint, reply: encryptReply(call, reply), created_at: clock() })
}

const insertReply = run((db, row: Values<Tables['idempotency_keys']>) =>
  db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ reply: row.reply })
        .where('idempotency_keys.reply', 'is', null),
    ),
)

/** Deletes expired replies every ten minutes while the server listens. */
export function startDeletingOldReplies(app: FastifyInstance, { db, clock }: Context): void {
  startInterval(app, sweepEveryMs, () => deleteReplies(db, { tooOld: clock() - keepMs }))
}

const deleteReplies = run((db, { tooOld }: Values<{ tooOld: number }>) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<=', tooOld),
)

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Replies can contain invitation links, so they are stored encrypted. */
function encryptReply(call: IdempotentCall, reply: IdempotentReply): string {
  const nonce = randomBytes(nonceLength)
  const sealing = createCipheriv(cipher, call.encryptionKey, nonce, { authTagLength: tagLength })
  const text = Buffer.concat([sealing.update(JSON.stringify(reply)), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64url')
}

function decryptReply(call: IdempotentCall, sealed: string): IdempotentReply {
  const bytes = Buffer.from(sealed, 'base64url')
  const opening = createDecipheriv(cipher, call.encryptionKey, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  const textAt = nonceLength + tagLength
  opening.setAuthTag(bytes.subarray(nonceLength, textAt))
  const text = Buffer.concat([opening.update(bytes.subarray(textAt)), opening.final()])
  return IdempotentReply.parse(JSON.parse(text.toString()))
}
