import {
  type AvailabilityBlock,
  blocksOverlap,
  isBlockOver,
} from '#contract/availability/availability.ts'
import { addDays } from '#contract/kit/time/zone.ts'

/** Today, and the day from which a reviewer has left the school, if they have (YYYY-MM-DD). */
type Dates = { today: string; leftOn: string | null }

/** The blocks as a reviewer sees them: those that have not ended, until they leave. */
export function showUntilDeparture(
  blocks: readonly AvailabilityBlock[],
  { today, leftOn }: Dates,
): AvailabilityBlock[] {
  return blocks
    .map((block) => ({ ...block, until: endBefore(leftOn, block.until) }))
    .filter((block) => !isBlockOver(block, today) && !endsBeforeStart(block))
}

/**
 * The blocks to store if a reviewer saves the blocks that they see: those that end with their
 * departure get the end of the stored block again, and hidden ones stay unless a new one overlaps
 * them, so that the departure can be undone.
 */
export function keepBeyondDeparture(
  saved: readonly AvailabilityBlock[],
  stored: readonly AvailabilityBlock[],
  { today, leftOn }: Dates,
): AvailabilityBlock[] {
  if (leftOn === null) return [...saved]
  const lastDay = addDays(leftOn, -1)
  const upcoming = stored.filter((block) => !isBlockOver(block, today))
  const isHidden = (block: AvailabilityBlock) =>
    showUntilDeparture([block], { today, leftOn }).length === 0
  const cut = upcoming.filter((block) => !isHidden(block) && block.until !== lastDay)
  const kept = saved.map((block) => {
    if (block.until !== lastDay) return block
    const was = cut.find((one) => blocksOverlap(one, block)) ?? cut[0]
    return { ...block, until: was ? was.until : lastDay }
  })
  const isReplaced = (block: AvailabilityBlock) => kept.some((one) => blocksOverlap(one, block))
  return [...kept, ...upcoming.filter((block) => isHidden(block) && !isReplaced(block))]
}

/** The last day of a block of a reviewer who leaves on a date (YYYY-MM-DD), if they do. */
function endBefore(leftOn: string | null, until: string | null): string | null {
  if (leftOn === null) return until
  const last = addDays(leftOn, -1)
  return until === null || until > last ? last : until
}

/** Whether a block would have begun after its reviewer has left. */
const endsBeforeStart = ({ since, until }: AvailabilityBlock) => until !== null && until < since
