import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { publishEvents } from '#server/webhooks/actions.ts'
import { showPeople } from '../list.ts'

type PersonEvent = 'student.added' | 'student.week-changed' | 'student.finished' | 'person.blocked'

/** Tells webhooks of people, as they are now. */
export async function publishPeople(
  context: Context<Tx>,
  type: PersonEvent,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  await publishEvents(context, type, async () => {
    const people = await showPeople(context, ids)
    return people.map((data) => ({ subjectId: data._id, data }))
  })
}
