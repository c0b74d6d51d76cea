import { deleteBefore } from '#server/database/delete-old.ts'
import type { DeleteSome } from '#server/kit/ops/retention.ts'

/** Forgets invitations and links to a new password that have expired. */
export const deleteExpiredLinks: DeleteSome[] = (['invitations', 'password_resets'] as const).map(
  (table) =>
    ({ db, clock }, atMost) =>
      deleteBefore(
        db,
        { table, key: 'person_id', by: 'expires_at' },
        // What expires at this very instant has expired.
        { before: clock() + 1, atMost },
      ),
)
