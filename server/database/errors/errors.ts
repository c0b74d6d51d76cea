import pg from 'pg'
import { databaseUnavailable, diskFull, type Refusal } from '#contract/kit/refusal.ts'

/** Of the network, as node names them. */
const unreachable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
])
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** What the driver says without a code. */
const connectionLost =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/** What PostgreSQL says of a prepared statement whose columns have been changed since. */
const statementOutdated = '0A000'

/**
 * PostgreSQL goes, comes, has no connection left, or can only be read because another one has taken
 * its place: 08 is the class of connections, 57P01 to 57P05 are those of a stop and a start. Or it
 * has been changed by a newer version of the server, and asks for statements to be prepared anew.
 */
const postgresUnavailable = new RegExp(`^(08...|57P0[1-5]|53300|25006|${statementOutdated})$`)
const postgresFull = '53100'

/** SQLite's SQLITE_FULL; its extended codes carry the kind in their last byte. */
const sqliteFull = 13

/**
 * Whether a statement failed as a newer version of the server has changed what it gives: nothing was
 * done, and it does well when it is prepared anew.
 */
export function isStaleStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === statementOutdated
}

/**
 * The refusal for an error by which a database says that it cannot be used just now, and that the
 * same call may do well later; undefined for any other error.
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
