import { type DatabaseAddress, type Db, openDatabase } from '#server/database/connect.ts'

export type RecordedStatement = { sql: string; parameters: readonly unknown[] }

/** Opens a database and records every statement that reads or changes rows. */
export function openRecordingDatabase(address: DatabaseAddress): {
  db: Db
  statements: RecordedStatement[]
} {
  const statements: RecordedStatement[] = []
  const db = openDatabase(address, ({ query: { sql, parameters } }) => {
    if (ofRows.test(sql)) statements.push({ sql, parameters })
  })
  return { db, statements }
}

/** Not `select 1`, by which a slow database is checked. */
const ofRows = /^\s*(select(?! 1$)|insert|update|delete|with)\b/i
