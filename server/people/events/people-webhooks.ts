import type { Role } from '#contract/roles.ts'
import type { WebhookEvent } from '#contract/webhooks/events.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { publishEvents } from '#server/webhooks/actions.ts'
import { getListedPeople } from '../list.ts'

type PersonEvent = Exclude<
  Extract<WebhookEvent, `student.${string}` | `person.${string}`>,
  'person.erased'
>

/** Tells webhooks of people, as they are now. */
export async function publishUpdatedToWebhooks(
  context: Context<Tx>,
  type: PersonEvent,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  await publishEvents(context, type, async () => {
    const people = await getListedPeople(context, ids)
    return people.map((data) => ({ subjectId: data._id, data }))
  })
}

/** Tells webhooks of people who were added. */
export async function publishAddedToWebhooks(
  context: Context<Tx>,
  role: Role,
  ids: string[],
): Promise<void> {
  await publishUpdatedToWebhooks(context, 'person.added', ids)
  if (role === 'student') await publishUpdatedToWebhooks(context, 'student.added', ids)
}

/** Tells webhooks of people who are no longer there. */
export async function publishErasedToWebhooks(
  context: Context<Tx>,
  people: { _id: string; role: Role }[],
): Promise<void> {
  if (people.length === 0) return
  await publishEvents(context, 'person.erased', async () =>
    people.map((data) => ({ subjectId: data._id, data })),
  )
}
