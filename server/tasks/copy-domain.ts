import { domainRefusals } from '#contract/domains/domain.ts'
import type { DomainCopy, ListedDomain } from '#contract/domains/domains.ts'
import type { Tx } from '#server/database/transaction.ts'
import * as domains from '#server/domains/actions.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { copyRubric } from '#server/rubrics/actions.ts'
import { insertTask, readDomainTasks } from './queries.ts'

/**
 * Adds a domain with the last week, the rubric and a copy of every week’s task of another one,
 * which may be archived (contract, section 11). Refuses an unknown domain (404), and a name in use,
 * ignoring case (409).
 */
export async function copyDomain(
  context: Context<Tx>,
  { id: originalId, name }: DomainCopy,
): Promise<ListedDomain> {
  const { db, clock } = context
  const original = await domains.findDomain(context, originalId)
  if (!original) throw new Refused(domainRefusals.unknown)
  const copy = await domains.addDomain(context, { name })
  const tasks = await readDomainTasks(db, { domainId: original._id })
  for (const task of tasks) {
    const row = { ...task, id: newId(), domain_id: copy._id }
    await insertTask(db, { ...row, created_at: clock() })
    await recordAudit(context, { kind: 'tasks', id: row.id, after: row })
  }
  await copyRubric(context, original._id, copy._id)
  const { lastWeek } = original
  if (lastWeek !== null) await domains.editDomain(context, { id: copy._id, lastWeek })
  return { ...copy, weeks: tasks.length, isArchived: false, lastWeek }
}
