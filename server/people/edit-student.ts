import type { ListedPerson } from '#contract/people.ts'
import type { Tx } from '#server/database/transaction.ts'
import { skipAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { getStudent, type KnownElsewhere } from './list.ts'

/**
 * Gives a student another advisor, or none for null; what is not given stays. Returns the student as
 * the list shows them. Refuses who is no student (404), and as `assignAdvisor` does.
 */
export async function editStudent(
  context: Context<Tx>,
  adminId: string,
  { id, advisor }: { id: string; advisor?: string | null | undefined },
  { assignAdvisor }: Pick<KnownElsewhere, 'assignAdvisor'>,
): Promise<ListedPerson> {
  await getStudent(context, id)
  if (advisor === undefined) skipAudit(context)
  else await assignAdvisor(context, adminId, { studentId: id, advisorId: advisor })
  return getStudent(context, id)
}
