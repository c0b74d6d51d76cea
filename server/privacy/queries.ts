import { first, type Values } from '#server/database/query.ts'

/** Returns a person of any role. */
export const readDataSubject = first((db, { id }: Values<{ id: string }>) =>
  db.selectFrom('people').select(['id', 'role', 'name', 'email']).where('id', '=', id),
)
