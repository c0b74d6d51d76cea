import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { knownBrowsersMax } from '#contract/limits/accounts.ts'
import { didChange, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { hashSecret, newId } from '#server/kit/id.ts'
import { notify, type Recipient } from '#server/notifications/actions.ts'
import { formatBrowserName } from './browser-name.ts'

/** What is known about a browser that signs in. */
export type Browser = {
  /** An id that the page generates and keeps; older clients have none. */
  browserId?: string | undefined
  userAgent: string | undefined
  address: string
}

/**
 * Remembers the browser a person signed in with, and notifies them of a new one unless it is their
 * first. The caller has locked the person.
 */
export async function rememberBrowser(
  context: Context<Tx>,
  person: Recipient,
  { browserId, userAgent, address }: Browser,
): Promise<void> {
  const { db, clock } = context
  const name = formatBrowserName(userAgent ?? null)
  const byName = name ?? 'unknown'
  const browser = browserId === undefined ? byName : hashSecret(browserId)
  const row = { person_id: person._id, browser, signed_in_at: clock() }
  if (await updateBrowser(db, { ...row, knownAs: browser })) return
  // A browser known by name only, from before pages had ids: the first one of that name with an id
  // takes its place.
  if (await updateBrowser(db, { ...row, knownAs: byName })) return
  await insertBrowser(db, row)
  await deleteBrowsersBeyond(db, { personId: person._id, newest: knownBrowsersMax })
  if (!(await hasOtherBrowser(db, row))) return
  const payload = () => ({ browser: name, address, at: toIsoInstant(clock()) })
  await notify(context, { kind: 'new-browser', dedupeKey: newId(), to: [person], payload })
}

type Row = Tables['known_browsers']

/** Updates the last login of a known browser, and what it is known as from now on. */
const updateBrowser = didChange((db, { knownAs, ...row }: Values<Row & { knownAs: string }>) =>
  db
    .updateTable('known_browsers')
    .set({ browser: row.browser, signed_in_at: row.signed_in_at })
    .where('person_id', '=', row.person_id)
    .where('browser', '=', knownAs)
    .returning('browser'),
)

const insertBrowser = run((db, row: Values<Row>) => db.insertInto('known_browsers').values(row))

const deleteBrowsersBeyond = run(
  (db, { personId, newest }: Values<{ personId: string; newest: number }>) =>
    db
      .deleteFrom('known_browsers')
      .where('person_id', '=', personId)
      .where('browser', 'not in', (within) =>
        within
          .selectFrom('known_browsers')
          .select('browser')
          .where('person_id', '=', personId)
          .orderBy('signed_in_at', 'desc')
          .limit(newest),
      ),
)

const hasOtherBrowser = didChange((db, { person_id, browser }: Values<Row>) =>
  db
    .selectFrom('known_browsers')
    .select('browser')
    .where('person_id', '=', person_id)
    .where('browser', '<>', browser)
    .limit(1),
)
