import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { toStoredNumber } from './phone-number.ts'
import { updateContact } from './queries.ts'

type Given = { number?: string | undefined; address?: string | undefined }

/**
 * Changes a person's number and address, as far as they are given, and returns those that changed.
 * Refuses an invalid number (400).
 */
export async function changeContact(
  context: Context<Tx>,
  { id, ...before }: Pick<Tables['people'], 'id' | 'number' | 'address'>,
  given: Given,
): Promise<Given> {
  if (given.number === undefined && given.address === undefined) return {}
  const number =
    given.number === undefined
      ? before.number
      : await toStoredNumber(context, given.number, before.number)
  const address = given.address ?? before.address
  await audited(context, { kind: 'people', id }, () =>
    updateContact(context.db, { id, number, address }),
  )
  return {
    ...(number !== null && number !== before.number && { number }),
    ...(address !== null && address !== before.address && { address }),
  }
}
