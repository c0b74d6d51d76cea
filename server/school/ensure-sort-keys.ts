import {
  getListOrder,
  refillDomainKeys,
  refillPeopleKeys,
} from '#server/database/list/order-keys.ts'
import type { Context } from '#server/kit/context.ts'
import { readSortKeysVersion, saveSortKeysVersion } from './queries.ts'

/**
 * Writes anew what lists are ordered by where it is of another language than the school's, or of
 * another version of that language's order: that comes with Node, and a backup may be of an older one.
 */
export async function ensureSortKeys({ db, settings: { language } }: Context): Promise<void> {
  const order = getListOrder(language)
  if ((await readSortKeysVersion(db))?.value === order) return
  await refillDomainKeys(db, language)
  await refillPeopleKeys(db, language)
  await saveSortKeysVersion(db, { order })
}
