import { isoInstant } from '#contract/kit/iso.ts'
import { did, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { type Concerned, tell } from '#server/notices/actions.ts'
import { nameBrowser } from './browser.ts'

/**
 * Remembers with which browser a person has signed in, and tells them of one that is new; not of
 * their first. The caller holds the person.
 */
export async function rememberBrowser(
  context: Context<Tx>,
  person: Concerned,
  { userAgent, address }: { userAgent?: string | undefined; address: string },
): Promise<void> {
  const browser = nameBrowser(userAgent ?? null)
  const row = { person_id: person._id, browser: browser ?? 'unknown' }
  const isNew = await insertBrowser(context.db, row)
  if (!isNew || !(await hasOther(context.db, row))) return
  const facts = () => ({ browser, address, at: isoInstant(context.clock()) })
  await tell(context, { kind: 'new-browser', matter: newId(), to: [person], facts })
}

const insertBrowser = did((db, known: Values<Tables['known_browsers']>) =>
  db
    .insertInto('known_browsers')
    .values(known)
    .onConflict((conflict) => conflict.doNothing())
    .returning('browser'),
)

const hasOther = did((db, { person_id, browser }: Values<Tables['known_browsers']>) =>
  db
    .selectFrom('known_browsers')
    .select('browser')
    .where('person_id', '=', person_id)
    .where('browser', '<>', browser)
    .limit(1),
)
