import { isBookedMeanwhile, type Line, toBook } from './plan-lines.ts'

/** The screen's question, answered: for how many of those that wait there is a slot. */
export function getHeadline(lines: Line[]): string {
  const booked = lines.filter(({ isBooked }) => isBooked).length
  const placed = lines.filter(({ choice }) => choice !== null).length
  const waiting = lines.length - booked - lines.filter(isBookedMeanwhile).length
  if (waiting === 0) return `${reviews(lines.length)} booked, nobody waits`
  if (waiting < lines.length) return `${lines.length - waiting} booked, ${waiting} still to book`
  const later = lines.filter(({ choice, notBefore }) => choice === null && notBefore !== null)
  const planned = lines.length - later.length
  if (planned === 0) return `${reviews(later.length)} to be planned later`
  const more = later.length === 0 ? '' : `, ${later.length} to be planned later`
  if (placed === 0) return `No slot is left for ${reviews(planned)}${more}`
  if (placed < planned) return `A slot for ${placed} of ${reviews(planned)}${more}`
  return lines.length === 1
    ? 'A slot for the review that waits'
    : `A slot for ${placed === 1 ? 'one review' : `all ${reviews(placed)}`}${more}`
}

/** What is chosen, and which lines cannot all be booked. */
export function formatChoice(lines: Line[]): string {
  const chosen = toBook(lines)
  const bySlot = Map.groupBy(chosen, ({ choice }) => choice.slot._id)
  const shared = [...bySlot.values()].filter((same) => same.length > 1)
  const warnings = shared.map((same) => {
    const names = same.map(({ review }) => review.student.name)
    return `${list(names)} have the same slot: only one of them can be booked.`
  })
  return [`${chosen.length} of ${lines.length} chosen.`, ...warnings].join(' ')
}

/** What became of the lines that were to be booked. */
export function formatOutcome(booked: number, refused: number, meanwhile = 0): string {
  const others = meanwhile > 0 ? ` ${reviews(meanwhile)} booked meanwhile.` : ''
  if (refused === 0) return `${reviews(booked)} booked.${others}`
  const where = refused === 1 ? 'its line says why' : 'their lines say why'
  return `${booked} of ${reviews(booked + refused)} booked, ${refused} refused: ${where}.${others}`
}

/** How many reviews: '1 review', '12 reviews'. */
export function reviews(count: number): string {
  return count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`
}

/** Names in a sentence: 'Ada, Bo, and Cy'. */
export function list(names: string[]): string {
  return new Intl.ListFormat('en').format(names)
}
