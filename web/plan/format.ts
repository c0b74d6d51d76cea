import { formatCount } from '#contract/kit/text/plural.ts'
import { type EditablePlanLine, getSelectedLines, isBookedElsewhere } from './plan-lines.ts'

/** The headline: for how many waiting reviews there is a slot. */
export function formatPlanHeadline(lines: EditablePlanLine[]): string {
  const booked = lines.filter(({ isBooked }) => isBooked).length
  const placed = lines.filter(({ choice }) => choice !== null).length
  const waiting = lines.length - booked - lines.filter(isBookedElsewhere).length
  if (waiting === 0) return `${formatReviewCount(lines.length)} booked`
  if (waiting < lines.length) return `${lines.length - waiting} booked, ${waiting} left to book`
  const later = lines.filter(({ choice, notBefore }) => choice === null && notBefore !== null)
  const planned = lines.length - later.length
  if (planned === 0) return `${formatReviewCount(later.length)} to plan later`
  const more = later.length === 0 ? '' : `, ${later.length} to plan later`
  if (placed === 0) return `No slots left for ${formatReviewCount(planned)}${more}`
  const found = placed === 1 ? 'Slot found for' : 'Slots found for'
  if (placed < planned) return `${found} ${placed} of ${formatReviewCount(planned)}${more}`
  if (placed === 1) return `${found} 1 review${more}`
  return `${found} ${placed === 2 ? 'both reviews' : `all ${formatReviewCount(placed)}`}${more}`
}

/** What is selected, and which lines cannot all be booked. */
export function formatSelection(lines: EditablePlanLine[]): string {
  const chosen = getSelectedLines(lines)
  const bySlot = Map.groupBy(chosen, ({ choice }) => choice.slot._id)
  const shared = [...bySlot.values()].filter((same) => same.length > 1)
  const warnings = shared.map((same) => {
    const names = same.map(({ review }) => review.student.name)
    return `${formatNames(names)} have the same slot. Only one of them can be booked.`
  })
  return [`${chosen.length} of ${lines.length} selected.`, ...warnings].join(' ')
}

/** The result of booking the selected lines. */
export function formatOutcome(booked: number, refused: number, meanwhile = 0): string {
  const others = meanwhile > 0 ? ` ${formatCount(meanwhile, 'was', 'were')} already booked.` : ''
  if (refused === 0) return `${formatReviewCount(booked)} booked.${others}`
  return `${booked} of ${formatReviewCount(booked + refused)} booked. See why ${refused} could not be booked.${others}`
}

/** How many reviews: '1 review', '12 reviews'. */
export function formatReviewCount(count: number): string {
  return formatCount(count, 'review', 'reviews')
}

/** Names in a sentence: 'Ada, Bo, and Cy'. */
export function formatNames(names: string[]): string {
  return new Intl.ListFormat('en').format(names)
}
