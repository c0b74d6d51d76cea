import { z } from 'zod'
import { accountRefusals } from '../accounts.ts'
import { counted } from '../kit/counted.ts'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/refusal.ts'
import { undoMinutes } from '../limits/reviews.ts'
import { addableRoles, forRoles, withArticle } from '../roles.ts'

export const undoBlockRefusals = {
  over: refusal(409, `A block can be undone for ${undoMinutes} minutes`),
}

/** 'Block undone. 2 bookings are back, and 1 is not: its slot has gone since.' */
export function describeUndoneBlock({ back, gone }: { back: number; gone: number }): string {
  const are = back === 0 ? '' : ` ${counted(back, 'booking is', 'bookings are')} back.`
  const isGone = counted(gone, 'booking could not come back', 'bookings could not come back')
  return `Block undone.${are}${gone === 0 ? '' : ` ${isGone}.`}`
}

export const undoBlock = forRoles(addableRoles, (concerned) =>
  endpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PUT',
    path: `/undo-block-${concerned}`,
    summary: `Unblocks ${withArticle(concerned)} who was blocked within ${undoMinutes} minutes, and gives back the bookings that the block ended, where nobody has built on that`,
    body: z.object({ value: z.object({ id: z.string().max(100) }) }),
    reply: z.object({ message: z.string() }),
    refuses: [accountRefusals.unknownUser, undoBlockRefusals.over],
  }),
)
