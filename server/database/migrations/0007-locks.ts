import type { Kysely } from 'kysely'
import { getNetwork } from '#server/kit/limits/client-network.ts'
import { createIndex } from './ddl/schema-helpers.ts'

type Session = { person_id: string; address: string | null; created_at: number }
type Known = { person_id: string; network: string; signed_in_at: number }
type Db = Kysely<{ sessions: Session; known_networks: Known }>

/** How many rows go in at once: databases take so many values in one statement. */
const chunk = 500

/**
 * Remembers from which networks people have signed in, beyond the sessions themselves: there the
 * failed logins of others do not keep them out. Whoever is signed in when this comes is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_networks')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id'))
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_networks_pkey', ['person_id', 'network'])
    .execute()
  await createIndex(db, 'known_networks', ['signed_in_at'])
  // Under attack there are many more failures than before, and each one sweeps those before it.
  await createIndex(db, 'login_failures', ['failed_at'])
  await rememberSessions(db.withTables())
}

async function rememberSessions(db: Db): Promise<void> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['person_id', 'address', 'created_at'])
    .orderBy('created_at')
    .execute()
  const known = new Map<string, Known>()
  for (const { person_id, address, created_at: signed_in_at } of sessions) {
    if (address === null) continue
    const network = getNetwork(address)
    known.set(`${person_id} ${network}`, { person_id, network, signed_in_at })
  }
  const rows = [...known.values()]
  for (let from = 0; from < rows.length; from += chunk) {
    await db
      .insertInto('known_networks')
      .values(rows.slice(from, from + chunk))
      .execute()
  }
}
