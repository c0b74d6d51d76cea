import { z } from 'zod'
import { Availability } from '#contract/availability.ts'
import { numeric } from '#contract/kit/text/text.ts'
import { inOrder } from './blocks.ts'

const required = 'Please give a number'
const { blocks, buffer, mostADay, notice } = Availability.shape

/** An availability as the screen's fields hold it: the notice in hours, and no number for none. */
export const WeekFields = z.object({
  blocks,
  buffer: numeric(required).pipe(buffer),
  mostADay: z.union(
    [z.literal('').transform(() => null), numeric(required).pipe(mostADay.unwrap())],
    {
      error: required,
    },
  ),
  notice: numeric(required)
    .refine((hours) => hours >= 0, 'Please give 0 hours or more')
    .transform((hours) => Math.round(hours * 60))
    .pipe(notice),
})
export type WeekFields = z.input<typeof WeekFields>

/** An availability as the fields show it. */
export function toFields({ blocks, buffer, mostADay, notice }: Availability): WeekFields {
  return { blocks: inOrder(blocks), buffer, mostADay: mostADay ?? '', notice: notice / 60 }
}
