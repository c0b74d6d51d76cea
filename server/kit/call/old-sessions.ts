import { deleteBefore } from '#server/database/delete-old.ts'
import type { DeleteSome } from '../ops/retention.ts'
import { endedBefore } from './session-queries.ts'

/**
 * Forgets sessions that have ended by their age. One that ended earlier, as it was not used, goes
 * with the next login of its person or when it is as old.
 */
export const deleteEndedSessions: DeleteSome = ({ db, clock }, atMost) => {
  // What began at that very instant has ended.
  const before = endedBefore(clock()).beginning + 1
  return deleteBefore(
    db,
    { table: 'sessions', key: 'token_hash', by: 'created_at' },
    { before, atMost },
  )
}
