import type { Db } from '#server/database/open.ts'
import { first, run, type Values } from '#server/database/query.ts'

/** What the school keeps for itself alone, each in the database under its name. */
type Name = 'unsubscribe-key' | 'push-key'

/** A key that is kept; undefined before it was first needed. */
export async function findSecretKey(db: Db, name: Name): Promise<string | undefined> {
  return (await readFact(db, { name }))?.value
}

/** The same, made where there is none yet; where two processes make one, the first stands. */
export async function getOrCreateSecretKey(
  db: Db,
  name: Name,
  make: () => string,
): Promise<string> {
  const kept = await findSecretKey(db, name)
  if (kept !== undefined) return kept
  await insertFact(db, { name, value: make() })
  const made = await findSecretKey(db, name)
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
