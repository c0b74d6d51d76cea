import type { AuditAction } from '#contract/audit/action.ts'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { paths } from '#web/paths.ts'
import { type MakeSentence, type Part, prepareEntry } from './sentence-parts.ts'
import { peopleSentences } from './sentences/people.ts'
import { reviewSentences } from './sentences/reviews.ts'
import { schoolSentences } from './sentences/school.ts'
import { taskSentences } from './sentences/tasks.ts'

/**
 * A line as a sentence: 'Grace Bennett blocked Lars Kim'. For some actions the outcome is in
 * `more`, the other lines of the same call.
 */
export function formatEntry(line: AuditEntry, timeZone: string, more: AuditEntry[] = []): Part[] {
  const token = line.token === null ? '' : ` (by token ${line.token})`
  return [
    formatActor(line),
    `${token} `,
    ...wordsFor[line.deed](prepareEntry(line, timeZone, more)),
  ]
}

/** The actor. */
function formatActor({ who, call }: AuditEntry): Part {
  if (who) return { name: who.name, to: paths.person(who.role, who._id) }
  if (call.startsWith('npm run')) return 'The server administrator'
  if (call.startsWith('automatic')) return 'Weekward'
  return call.includes('/set-up/')
    ? 'The person who set up the school'
    : 'Someone who was not signed in'
}

/** An action without a sentence is a type error. */
const wordsFor: Record<AuditAction, MakeSentence> = {
  ...peopleSentences,
  ...taskSentences,
  ...reviewSentences,
  ...schoolSentences,
}
