import type { Db } from '#server/database/connect.ts'
import {
  inTransaction as begin,
  type TransactionOptions,
  type Tx,
} from '#server/database/transaction.ts'
import type { Clock } from './clock.ts'
import type { Live } from './live/live-interface.ts'
import type { DeliveryLoop } from './mail/claimed-mail.ts'
import type { Settings } from './settings/settings.ts'

/**
 * The dependencies of every action. One that changes something takes `Context<Tx>`, which has a
 * transaction.
 */
export type Context<D extends Db = Db> = {
  db: D
  clock: Clock
  /** Runs `work` after the commit, outside the transaction. */
  afterCommit?: (work: (context: Context) => Promise<void>) => void
  /** Notifies open pages; within a change, after its commit. */
  live: Live
  settings: Pick<
    Settings,
    | ('appUrl' | 'timeZone' | 'rateLimit' | 'trustProxy' | 'demo' | 'iceServers' | 'turn')
    | ('trailDays' | 'callRecordDays' | 'schoolName' | 'schoolLogo' | 'smtpUrl' | 'mailFrom')
    | ('bookableDays' | 'planEarliestDays' | 'planNoticeHours' | 'language' | 'phoneNumbers')
    | 'holidays'
    | (
        | 'securityContact'
        | 'pushTestOrigin'
        | 'webhookTestOrigin'
        | 'oidc'
        | 'calendarTestOrigin'
        | 'dataDir'
        | 'database'
        | 'backup'
        | 'given'
        | 'schoolVersion'
      )
  >
  /** The changing call, for the audit log; undefined in a seed or at the server's start. */
  change?: AuditSource
  /** Sends a mail at once; without it (a command, a seed) mails stay in the outbox. */
  deliveryLoop?: DeliveryLoop
}

/** A changing call, as the audit log records it. */
export type AuditSource = {
  /** Null for a call without a session. */
  personId: string | null
  /** The name of the API token that made the call, if one did. */
  tokenName?: string | undefined
  /** Method and path, as the endpoint has them. */
  call: string
  address: string
  requestId: string
  /** The number of audit entries that it has made or skipped. */
  auditEntries: number
  /** The token hashes of the sessions that it has ended. */
  endedSessions: Set<string>
  /** It has changed who needs or has a second factor. */
  changesSecondFactor?: boolean
}

/** Runs `work` in one transaction. */
export function inTransaction<T>(
  context: Context,
  work: (context: Context<Tx>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return begin(context.db, (db) => work({ ...context, db }), options)
}
