import { listOrderOf, refillDomainKeys, refillPeopleKeys } from '#server/database/list-keys.ts'
import type { Context } from '#server/kit/context.ts'
import { readListOrder, writeListOrder } from './queries.ts'

/**
 * Writes anew what lists are ordered by where it is of another language than the school's, or of
 * another version of that language's order: that comes with Node, and a backup may be of an older one.
 */
export async function keepListOrder({ db, settings: { language } }: Context): Promise<void> {
  const order = listOrderOf(language)
  if ((await readListOrder(db))?.value === order) return
  await refillDomainKeys(db, language)
  await refillPeopleKeys(db, language)
  await writeListOrder(db, { order })
}
