import type { Db } from '#server/database/open.ts'
import { inTransaction as begin, type Tx } from '#server/database/transaction.ts'
import type { Clock } from './clock.ts'
import type { Live } from './live/live.ts'
import type { DeliveryLoop } from './mail/delivery-loop.ts'
import type { Settings } from './settings/settings.ts'

/**
 * What every action works with; one that changes something takes `Context<Tx>`, which has a
 * transaction.
 */
export type Context<D extends Db = Db> = {
  db: D
  clock: Clock
  /** Has something done once the present transaction stands, with the context around it. */
  afterCommit?: (work: (context: Context) => Promise<void>) => void
  /** The open pages; what is told within a change reaches them after its commit. */
  live: Live
  settings: Pick<
    Settings,
    | ('appUrl' | 'timeZone' | 'rateLimit' | 'trustProxy' | 'demo' | 'iceServers' | 'turn')
    | ('trailDays' | 'callRecordDays' | 'schoolName' | 'schoolLogo' | 'smtpUrl' | 'mailFrom')
    | ('bookableDays' | 'planEarliestDays' | 'planNoticeHours' | 'language' | 'phoneNumbers')
    | (
        | 'securityContact'
        | 'pushTestOrigin'
        | 'dataDir'
        | 'database'
        | 'backup'
        | 'given'
        | 'schoolVersion'
      )
  >
  /** The call in whose name something is changed; none in a seed or at the server's start. */
  change?: Change
  /** What sends a mail at once; where there is none (a command, a seed) a mail waits its turn. */
  deliveryLoop?: DeliveryLoop
}

/** A changing call, as the audit log notes it. */
export type Change = {
  /** Null for a call without a session. */
  personId: string | null
  /** Method and path, as the endpoint has them. */
  call: string
  address: string
  requestId: string
  /** How many entries it has left in the audit log. */
  auditEntries: number
  /** The sessions that it has ended, by their hashes. */
  endedSessions: Set<string>
  /** It has changed who must have a second factor, or has one. */
  changesSecondFactor?: boolean
}

/** Runs `work` in one transaction: all of it stands afterwards, or nothing. */
export function inTransaction<T>(
  context: Context,
  work: (context: Context<Tx>) => Promise<T>,
): Promise<T> {
  return begin(context.db, (db) => work({ ...context, db }))
}
