import { toIsoInstant } from '#contract/kit/time/iso.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { findPerson } from '#server/people/actions.ts'
import { publishEvents } from '#server/webhooks/actions.ts'
import { toSlot } from './to-slot.ts'

/** Tells webhooks of free slots of a reviewer that were added or removed. */
export async function emitSlotWebhookEvents(
  context: Context<Tx>,
  type: 'slot.added' | 'slot.removed',
  reviewerId: string,
  slots: { id: string; starts_at: number }[],
): Promise<void> {
  if (slots.length === 0) return
  await publishEvents(context, type, async () => {
    const { name = '' } = (await findPerson(context, 'reviewer', { id: reviewerId })) ?? {}
    return slots.map(({ id, starts_at }) => ({
      subjectId: id,
      data: {
        ...toSlot(context, { id, starts_at, review_id: null }),
        startsAt: toIsoInstant(starts_at),
        reviewer: { _id: reviewerId, name },
      },
    }))
  })
}
