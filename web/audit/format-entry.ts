import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { getPersonPath } from '#web/paths.ts'
import { getEntryParts, type Part, type SentenceByAction } from './entry-parts.ts'
import { peopleSentences } from './sentences/people.ts'
import { reviewSentences } from './sentences/reviews.ts'
import { schoolSentences } from './sentences/school.ts'
import { taskSentences } from './sentences/tasks.ts'

/**
 * What a line tells, in one sentence: 'Grace Bennett blocked Lars Kim'. Of some deeds the outcome
 * stands in `more`, what else the same call did.
 */
export function formatEntry(line: AuditEntry, timeZone: string, more: AuditEntry[] = []): Part[] {
  return [formatActor(line), ' ', ...wordsFor[line.deed](getEntryParts(line, timeZone, more))]
}

/** Who did it. */
function formatActor({ who, call }: AuditEntry): Part {
  if (who) return { name: who.name, to: getPersonPath(who) }
  if (call.startsWith('npm run')) return 'The server administrator'
  return call.includes('/set-up/')
    ? 'The person who set up the school'
    : 'Someone who was not signed in'
}

/** A deed that has no words here is an error of the types. */
const wordsFor: Record<AuditAction, SentenceByAction> = {
  ...peopleSentences,
  ...taskSentences,
  ...reviewSentences,
  ...schoolSentences,
}
