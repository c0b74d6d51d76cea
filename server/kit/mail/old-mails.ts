import { sql } from 'kysely'
import { dayMs } from '#contract/kit/time.ts'
import { sentMailDays, unsentMailDays } from '#contract/limits.ts'
import { deleteBefore } from '#server/database/delete-old.ts'
import type { DeleteSome } from '../ops/retention.ts'

/** Forgets mails a month after they were sent. */
export const deleteSentMails: DeleteSome = ({ db, clock }, atMost) =>
  deleteBefore(
    db,
    { table: 'outbox', key: 'id', by: 'sent_at' },
    { before: beginning(clock(), sentMailDays), atMost },
  )

/** Forgets mails that were never sent, long after they were given up and their links are dead. */
export const deleteUnsentMails: DeleteSome = ({ db, clock }, atMost) =>
  deleteBefore(
    db,
    { table: 'outbox', key: 'id', by: 'created_at', only: sql<boolean>`sent_at is null` },
    { before: beginning(clock(), unsentMailDays), atMost },
  )

/** What is exactly so many days old is too old. */
const beginning = (now: number, days: number) => now - days * dayMs + 1
