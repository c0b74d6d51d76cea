import pg from 'pg'

/**
 * Returns a function that tells whether an error is a violation of the unique constraint on
 * `table.column`.
 */
export function makeUniqueViolationMatcher(
  table: string,
  column: string,
): (error: unknown) => boolean {
  const inSqlite = `UNIQUE constraint failed: ${table}.${column}`
  return (error) =>
    error instanceof pg.DatabaseError
      ? error.code === '23505' && error.constraint === `${table}_${column}_key`
      : error instanceof Error && error.message.includes(inSqlite)
}

/** Whether an error is a foreign key violation. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '23503'
  return error instanceof Error && error.message.includes('FOREIGN KEY constraint failed')
}

/**
 * Whether an error is a violation of the constraint with this name. In SQLite it may be a trigger
 * that raises its name.
 */
export function isCheckViolation(error: unknown, name: string): boolean {
  if (error instanceof pg.DatabaseError) return error.constraint === name
  return error instanceof Error && error.message === name
}

/** PostgreSQL's codes for a number out of range, text that is not a number, and a NUL character. */
const unreadable = new Set(['22003', '22P02', '22021'])

/** Whether an error says that an input value does not fit the type of any column. */
export function isColumnTypeViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && unreadable.has(error.code ?? '')
}
