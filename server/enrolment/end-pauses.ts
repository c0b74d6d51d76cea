import { getDateInZone } from '#contract/kit/time/zone.ts'
import { attemptAll } from '#server/kit/attempt-all.ts'
import { makeJobAuditSource } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { resumeStudent } from './pause.ts'
import { readPausesToEnd } from './queries.ts'

/**
 * Resumes the courses that are paused until today or an earlier date, in the school's zone, each in
 * its own transaction. Of several processes one does it. An error with one student does not affect
 * the others, and is thrown at the end.
 */
export async function endPauses(context: Context, stopped?: AbortSignal): Promise<void> {
  const today = getDateInZone(context.clock(), context.settings.timeZone)
  await attemptAll('not all pauses were ended', async (attempt) => {
    for (const { id } of await readPausesToEnd(context.db, { today })) {
      if (stopped?.aborted) return
      await attempt([id], () => endPause(context, id, today))
    }
  })
}

async function endPause(context: Context, id: string, today: string): Promise<void> {
  const change = makeJobAuditSource('resume-student')
  try {
    await inTransactionThenNotify({ ...context, change }, (tx) =>
      resumeStudent(tx, { id, endsBy: today }),
    )
  } catch (error) {
    // Somebody else has just ended this pause or made it longer.
    if (!(error instanceof Refused)) throw error
  }
}
