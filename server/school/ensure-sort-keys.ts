import {
  getCollationVersion,
  refillDomainKeys,
  refillPeopleKeys,
} from '#server/database/list/search-and-sort-keys.ts'
import type { Context } from '#server/kit/context.ts'
import { readSortKeysVersion, saveSortKeysVersion } from './queries.ts'

/**
 * Rebuilds the sort keys of lists if they were made for another language than the school's, or by
 * another version of that language's collation: it comes with Node, and a backup may be older.
 */
export async function ensureSortKeys({ db, settings: { language } }: Context): Promise<void> {
  const order = getCollationVersion(language)
  if ((await readSortKeysVersion(db))?.value === order) return
  await refillDomainKeys(db, language)
  await refillPeopleKeys(db, language)
  await saveSortKeysVersion(db, { order })
}
