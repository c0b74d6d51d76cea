import { run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Inserts an import. */
export const insertImport = run((db, row: Values<Tables['imports']>) =>
  db.insertInto('imports').values(row),
)
