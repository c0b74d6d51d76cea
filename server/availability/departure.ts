import {
  type AvailabilityBlock,
  blocksOverlap,
  isBlockOver,
} from '#contract/availability/availability.ts'
import { addDays } from '#contract/kit/time/zone.ts'
import { blocksMax } from '#contract/limits/availability.ts'

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
 * The blocks to store if a reviewer saves the blocks that they see, so that the departure can be
 * undone: those that end with it get the end of the stored block again, and hidden ones stay, unless
 * other blocks have taken their place.
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
  const shown = upcoming.filter((block) => !isHidden(block))
  const kept: AvailabilityBlock[] = []
  for (const [index, block] of saved.entries()) {
    const was = block.until === lastDay && shown.find((one) => blocksOverlap(one, block))
    const longer = was ? { ...block, until: was.until } : block
    const others = [...kept, ...saved.slice(index + 1)]
    kept.push(others.some((other) => blocksOverlap(other, longer)) ? block : longer)
  }
  const hidden = upcoming.filter(
    (block) => isHidden(block) && !kept.some((one) => blocksOverlap(one, block)),
  )
  return [...kept, ...hidden].slice(0, blocksMax)
}

/** The last day of a block of a reviewer who leaves on a date (YYYY-MM-DD), if they do. */
function endBefore(leftOn: string | null, until: string | null): string | null {
  if (leftOn === null) return until
  const last = addDays(leftOn, -1)
  return until === null || until > last ? last : until
}

/** Whether a block would have begun after its reviewer has left. */
const endsBeforeStart = ({ since, until }: AvailabilityBlock) => until !== null && until < since
