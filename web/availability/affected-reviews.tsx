import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AffectedBooking, Removal } from '#contract/availability/affected-bookings.ts'
import { listAffectedByBlock } from '#contract/availability/booking-settings.ts'
import { twoDigits } from '#contract/kit/time/week.ts'
import type { Review } from '#contract/reviews.ts'
import { call } from '#web/kit/call/call.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { shortDate } from '#web/kit/ui/dates/dates.ts'

/** What goes, in a sentence: '3 slots go, and 1 review loses its own.' */
export function countAffected({ removes, touches }: Removal): string {
  const slots = removes === 1 ? '1 slot goes' : `${removes} slots go`
  const reviews =
    touches.length === 1 ? '1 review loses its own' : `${touches.length} reviews lose theirs`
  return `${slots}, and ${reviews}. ${restWaits}`
}

const restWaits =
  'They move at once where their advisor allows it; the others wait to be booked again.'

/**
 * What a block of these reviewers, by their ids, does to booked reviews, for the question before it;
 * undefined where it touches none and none waits for marks. Where a review could go is said of one
 * reviewer alone: of many, who are blocked together, none is suggested in the end.
 */
export async function describeBlock(reviewers: string[]): Promise<ReactNode> {
  const affected: AffectedBooking[] = []
  const unmarked: Review[] = []
  for (const id of reviewers) {
    const { data } = await call(listAffectedByBlock, { query: { id } })
    affected.push(...data.touches)
    unmarked.push(...data.unmarked)
  }
  const { length } = affected
  if (length === 0 && unmarked.length === 0) return undefined
  const saysWhere = reviewers.length === 1
  return (
    <Stack gap="sm">
      {length > 0 && <SlotLosses affected={affected} saysWhere={saysWhere} />}
      {unmarked.length > 0 && <Text>{describeUnmarked(unmarked)}</Text>}
    </Stack>
  )
}

type LossProps = { affected: AffectedBooking[]; saysWhere: boolean }

function SlotLosses({ affected, saysWhere }: LossProps) {
  const { length } = affected
  return (
    <>
      <Text>
        {length === 1 ? '1 review loses its slot' : `${length} reviews lose their slots`}.{' '}
        {saysWhere ? describeMoves(affected) : restWaits}
      </Text>
      <AffectedReviews affected={affected.slice(0, shownMax)} saysWhere={saysWhere} />
      {length > shownMax && <Text c="dimmed">and {length - shownMax} more</Text>}
    </>
  )
}

/** So many reviews are shown in the question before a block. */
const shownMax = 4

/** '2 move at once, as their advisor allows; 5 wait to be booked again.' */
function describeMoves(affected: AffectedBooking[]): string {
  const moved = affected.filter(({ isMoved }) => isMoved).length
  const waiting = affected.length - moved
  const said = [
    moved > 0 && `${moved} ${moved === 1 ? 'moves' : 'move'} at once, as the advisor allows`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} to be booked again`,
  ]
  return `${said.filter(Boolean).join('; ')}.`
}

/** That reviews which are over stay without marks, and whose they are. */
function describeUnmarked(reviews: Review[]): string {
  const { length } = reviews
  const stay = length === 1 ? '1 review is over and stays' : `${length} reviews are over and stay`
  const shown = reviews.slice(0, shownMax)
  const names = shown.map(({ student, week }) => `${student.name}, week ${twoDigits(week)}`)
  const more = length > shownMax ? [`and ${length - shownMax} more`] : []
  return `${stay} without marks, for the advisor to see to: ${[...names, ...more].join('; ')}.`
}

/** Asks before booked slots go: says which reviews lose theirs, and where each could go. */
export function confirmAffected(loss: Removal, confirm: string): Promise<boolean> {
  return confirmDialog({
    title: 'Booked slots would go',
    text: countAffected(loss),
    takesAway: true,
    facts: <AffectedReviews affected={loss.touches} />,
    confirm,
  })
}

type Props = {
  affected: AffectedBooking[]
  /** Whether to say what becomes of each. */
  saysWhere?: boolean
}

/** Reviews that lose their slot, each with what becomes of it. */
export function AffectedReviews({ affected, saysWhere = true }: Props) {
  return (
    <ul className={styles.list} aria-label="Reviews that lose their slot">
      {affected.map((touch) => (
        <li key={touch.review._id} className={styles.row}>
          <div className={styles.about}>
            <Text fw={500}>
              {touch.review.student.name}, week {twoDigits(touch.review.week)}
            </Text>
            <Text>{bookedFor(touch)}</Text>
            {saysWhere && <Text c="dimmed">{whatBecomes(touch)}</Text>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function bookedFor({ review: { day, time } }: AffectedBooking): string {
  return day && time ? `Booked for ${shortDate(day)}, ${formatTimes(time)}` : 'Booked'
}

function whatBecomes({ suggestion, isMoved }: AffectedBooking): string {
  if (!suggestion) return 'No other slot is free now'
  const { date, slot_time, reviewer } = suggestion
  const there = `${shortDate(date)}, ${formatTimes(slot_time)} with ${reviewer.name}`
  return isMoved ? `Moves to ${there}` : `Could go to ${there}`
}

/** What a saved availability came to: '29 slots added, 40 removed.', and what became of reviews. */
export function formatSaved({ adds, removes, touches }: Removal & { adds: number }) {
  const slots = (count: number) => `${count} ${count === 1 ? 'slot' : 'slots'}`
  const said = [
    adds > 0 && `${slots(adds)} added`,
    removes > 0 && `${adds > 0 ? removes : slots(removes)} removed`,
  ].filter((one) => one !== false)
  const changes = said.length > 0 ? `${said.join(', ')}.` : 'The slots stay as they are.'
  return [changes, formatAffected(touches)].filter((one) => one !== undefined).join(' ')
}

/** What became of the reviews that have lost their slot, in a sentence; nothing of none. */
export function formatAffected(affected: AffectedBooking[]): string | undefined {
  const moved = affected.filter(({ isMoved }) => isMoved).length
  const waiting = affected.length - moved
  const said = [
    moved > 0 && `${moved} ${moved === 1 ? 'review was' : 'reviews were'} moved`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the advisor`,
  ].filter((one) => one !== false)
  return said.length > 0 ? `${said.join(', ')}.` : undefined
}
