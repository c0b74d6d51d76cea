import { z } from 'zod'
import {
  Availability,
  AvailabilityBlock,
  availabilityMessages,
  isOver,
} from '#contract/availability.ts'
import { numeric } from '#contract/kit/text/text.ts'
import { slotMessages } from '#contract/slots.ts'

const whole = (required: string) => numeric(required).pipe(z.number(required))

/** What the form asks of times, as its fields hold it: for one day of the week or several. */
export const BlockFields = z
  .object({
    weekdays: z.array(z.string()).min(1, 'Choose a day'),
    from: AvailabilityBlock.shape.from,
    to: AvailabilityBlock.shape.to,
    reviewTime: whole(slotMessages.reviewTimeRequired),
    everyWeeks: whole('Say every how many weeks'),
    since: z.iso.date('Say from which day on'),
    until: z.union([z.literal(''), z.iso.date()]),
  })
  .superRefine((fields, context) => {
    const { error } = Availability.shape.blocks.safeParse(toBlocks(fields).slice(0, 1))
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: path.slice(1), message })
    }
  })
export type BlockFields = z.input<typeof BlockFields>

/** The same with what holds from today (YYYY-MM-DD) on: the times are not over. */
export function fieldsFrom(today: string) {
  return BlockFields.refine(
    ({ since, until }) => until < since || !isOver({ until: until || null }, today),
    {
      path: ['until'],
      error: availabilityMessages.over,
    },
  )
}

/** The blocks that right fields stand for: the first is the one that was edited, if it stays. */
export function toBlocks(fields: z.output<typeof BlockFields>): AvailabilityBlock[] {
  const { weekdays, until, ...times } = fields
  return weekdays.map((weekday) => ({
    ...times,
    weekday: Number(weekday),
    until: until === '' ? null : until,
  }))
}

/** What the form begins with: a block, or times that can be told to be the usual ones. */
export function toFields({ weekday, until, ...times }: AvailabilityBlock): BlockFields {
  return { ...times, weekdays: [String(weekday)], until: until ?? '' }
}
