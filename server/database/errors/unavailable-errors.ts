import pg from 'pg'
import { databaseUnavailable, diskFull, type Refusal } from '#contract/kit/refusal.ts'

/** Node's codes for network errors. */
const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
])
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** Messages of the driver that have no code. */
const connectionLost =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/** PostgreSQL's code for "cached plan must not change result type". */
const statementOutdated = '0A000'

/**
 * PostgreSQL is stopping or starting (57P01 to 57P05), has no connection left, has lost one (class
 * 08), has ended a transaction that was idle too long (25P03), or is read-only because another
 * server has taken over. Or a newer Weekward has changed the schema, and statements must be prepared
 * again.
 */
const postgresUnavailable = new RegExp(`^(08...|25P03|57P0[1-5]|53300|25006|${statementOutdated})$`)
const postgresFull = '53100'

/** SQLite's SQLITE_FULL; its extended codes carry the kind in their last byte. */
const sqliteFull = 13

/**
 * Whether a statement failed because a newer Weekward has changed its result columns: nothing was
 * done, and it succeeds when it is prepared again.
 */
export function isStaleStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === statementOutdated
}

/**
 * Returns the refusal for an error that says that the database cannot be used at present, so that
 * the call may succeed later; undefined for any other error.
 */
export function toDatabaseRefusal(error: unknown): Refusal | undefined {
  if (error instanceof pg.DatabaseError) {
    if (error.code === postgresFull) return diskFull
    return postgresUnavailable.test(error.code ?? '') ? databaseUnavailable : undefined
  }
  if (error instanceof AggregateError) return toDatabaseRefusal(error.errors[0])
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && Number(error.errcode) % 256 === sqliteFull) return diskFull
  return isNetworkError(error) || connectionLost.test(error.message)
    ? databaseUnavailable
    : undefined
}

function isNetworkError(error: Error): boolean {
  if (!('code' in error && 'syscall' in error)) return false
  return unreachable.has(String(error.code)) && networkCalls.has(String(error.syscall))
}
