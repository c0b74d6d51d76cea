import { deleteExpiredLinks } from './accounts/old-links.ts'
import { deleteOldRecords } from './calls/old-records.ts'
import { deleteSentMails, deleteUnsentMails } from './kit/old-mails.ts'
import { deleteEndedSessions } from './kit/old-sessions.ts'
import type { DeleteSome } from './kit/retention.ts'
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
