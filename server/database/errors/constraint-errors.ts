import pg from 'pg'

/** Tells whether an error says that `table.column` must be unique and the value is already there. */
export function isUniqueViolation(table: string, column: string): (error: unknown) => boolean {
  const inSqlite = `UNIQUE constraint failed: ${table}.${column}`
  return (error) =>
    error instanceof pg.DatabaseError
      ? error.code === '23505' && error.constraint === `${table}_${column}_key`
      : error instanceof Error && error.message.includes(inSqlite)
}

/** Whether the error says that a row must not go, as others refer to it. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23503'
  return error instanceof Error && error.message.includes('FOREIGN KEY constraint failed')
}

/**
 * Whether the error says that a rule with this name is broken: a constraint in PostgreSQL, a
 * trigger that says nothing but the name in SQLite.
 */
export function isCheckViolation(error: unknown, name: string): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint === name
  return error instanceof Error && error.message === name
}

/** Numbers too large, text that is no number, a NUL: what PostgreSQL does not even compare with. */
const unreadable = new Set(['22003', '22P02', '22021'])

/** Whether the error says that a value from outside is none that a column could hold. */
export function isColumnTypeViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unreadable.has(error.code ?? '')
}
