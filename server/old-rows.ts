import { deleteEndedSessions } from '#server/kit/call/old-sessions.ts'
import { deleteSentMails, deleteUnsentMails } from '#server/kit/mail/old-mails.ts'
import type { DeleteSome } from '#server/kit/ops/retention.ts'
import { deleteExpiredLinks } from './accounts/old-links.ts'
import { deleteOldRecords } from './calls/old-records.ts'
import { deleteOldLines } from './trail/old-lines.ts'

/** All that is deleted when it is past its time (docs/data.md says of each table what ends it). */
export const oldRows: readonly DeleteSome[] = [
  deleteOldLines,
  ...deleteOldRecords,
  deleteSentMails,
  deleteUnsentMails,
  deleteEndedSessions,
  ...deleteExpiredLinks,
]
