import type { Db } from '#server/database/connect.ts'
import { first, run, type Values } from '#server/database/query.ts'

type Name = 'unsubscribe-key' | 'push-key'

/** Returns a stored key; undefined if it has not been created. */
export async function readStoredSecretKey(db: Db, name: Name): Promise<string | undefined> {
  return (await readFact(db, { name }))?.value
}

/** Returns a stored key, or creates it. If two processes create one at once, the first wins. */
export async function getOrCreateSecretKey(
  db: Db,
  name: Name,
  make: () => string,
): Promise<string> {
  const kept = await readStoredSecretKey(db, name)
  if (kept !== undefined) return kept
  await insertFact(db, { name, value: make() })
  const made = await readStoredSecretKey(db, name)
  if (made === undefined) throw new Error(`there is no ${name}`)
  return made
}

const readFact = first((db, { name }: Values<{ name: Name }>) =>
  db.selectFrom('facts').select('value').where('name', '=', name),
)

const insertFact = run((db, fact: Values<{ name: Name; value: string }>) =>
  db
    .insertInto('facts')
    .values(fact)
    .onConflict((conflict) => conflict.doNothing()),
)
