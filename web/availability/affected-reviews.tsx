import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  AffectedBooking,
  SlotRemovalResult,
} from '#contract/availability/affected-bookings.ts'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/booking-settings.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'

/** '3 slots go, and 1 review loses its own.', or '3 slots go.' */
export function describeRemoval({ removes, touches }: SlotRemovalResult): string {
  const slots = formatCount(removes, 'slot goes', 'slots go')
  if (touches.length === 0) return `${slots}.`
  const reviews = formatCount(touches.length, 'review loses its own', 'reviews lose theirs')
  return `${slots}, and ${reviews}. ${restWaits}`
}

/** What else happens when a reviewer leaves the school, and who is notified. */
export function describeLeaving(name: string, { touches }: SlotRemovalResult): string {
  const advisors = new Set(touches.flatMap(({ review }) => review.advisor?._id ?? []))
  const notified = [
    name,
    ...(touches.length > 0 ? [formatCount(touches.length, 'student', 'students')] : []),
    ...(advisors.size > 0 ? [formatCount(advisors.size, 'advisor', 'advisors')] : []),
  ]
  const who = new Intl.ListFormat('en').format(notified)
  const are = notified.length === 1 ? 'is' : 'are'
  return `The weekly availability ends, and no new slots are created. ${who} ${are} notified. ${name} can still sign in to add marks until you block the account.`
}

const restWaits =
  'They move at once where their advisor allows it; the others wait to be booked again.'

/** The number of reviews named in the question. */
const shownMax = 4

/**
 * How blocking these reviewers (ids) affects booked reviews; undefined if it affects none and no
 * review waits for marks. Says where reviews could move only for a single reviewer: blocking
 * several at once takes away slots that would be suggested.
 */
export async function describeBlockingEffects(reviewers: string[]): Promise<ReactNode> {
  const affected: AffectedBooking[] = []
  const unmarked: Review[] = []
  for (const id of reviewers) {
    const { data } = await callApi(listBookingsAffectedByReviewerBlock, { query: { id } })
    affected.push(...data.touches)
    unmarked.push(...data.unmarked)
  }
  const { length } = affected
  if (length === 0 && unmarked.length === 0) return undefined
  const saysWhere = reviewers.length === 1
  return (
    <Stack gap="sm">
      {length > 0 && (
        <>
          <Text>
            {formatCount(length, 'review loses its slot', 'reviews lose their slots')}.{' '}
            {saysWhere ? describeMoves(affected) : restWaits}
          </Text>
          <AffectedReviews affected={affected.slice(0, shownMax)} saysWhere={saysWhere} />
          {length > shownMax && <Text c="dimmed">and {length - shownMax} more</Text>}
        </>
      )}
      {unmarked.length > 0 && <Text>{describeUnmarked(unmarked)}</Text>}
    </Stack>
  )
}

/** '2 move at once, as the advisor allows; 5 wait to be booked again.' */
function describeMoves(affected: AffectedBooking[]): string {
  const { moved, waiting } = countMoved(affected)
  const said = [
    moved > 0 && `${formatCount(moved, 'moves', 'move')} at once, as the advisor allows`,
    waiting > 0 && `${formatCount(waiting, 'waits', 'wait')} to be booked again`,
  ]
  return `${said.filter(Boolean).join('; ')}.`
}

function countMoved(affected: AffectedBooking[]) {
  const moved = affected.filter(({ isMoved }) => isMoved).length
  return { moved, waiting: affected.length - moved }
}

/** Says that past reviews will stay without marks, and names them. */
function describeUnmarked(reviews: Review[]): string {
  const { length } = reviews
  const stay = formatCount(length, 'review is over and stays', 'reviews are over and stay')
  const shown = reviews.slice(0, shownMax)
  const names = shown.map(({ student, week }) => `${student.name}, week ${formatWeekNumber(week)}`)
  const more = length > shownMax ? [`and ${length - shownMax} more`] : []
  return `${stay} without marks, for the advisor to see to: ${[...names, ...more].join('; ')}.`
}

/**
 * Asks before booked slots are removed: names the reviews that lose theirs, and their new slots.
 */
export function confirmSlotRemoval(loss: SlotRemovalResult, confirm: string): Promise<boolean> {
  return confirmDialog({
    title: 'Booked slots would go',
    text: describeRemoval(loss),
    isDestructive: true,
    facts: <AffectedReviews affected={loss.touches} />,
    confirm,
  })
}

type Props = {
  affected: AffectedBooking[]
  /** Whether to show what happens to each review. */
  saysWhere?: boolean
}

/** A list of the reviews that lose their slot, and what happens to each. */
export function AffectedReviews({ affected, saysWhere = true }: Props) {
  return (
    <ul aria-label="Reviews that lose their slot">
      {affected.map((touch) => {
        const { _id, student, week, day, time } = touch.review
        return (
          <li key={_id} className={styles.row}>
            <div className={styles.about}>
              <Text fw={500}>
                {student.name}, week {formatWeekNumber(week)}
              </Text>
              <Text>
                {day && time
                  ? `Booked for ${formatShortDate(day)}, ${formatTimes(time)}`
                  : 'Booked'}
              </Text>
              {saysWhere && <Text c="dimmed">{describeOutcome(touch)}</Text>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function describeOutcome({ suggestion, isMoved }: AffectedBooking): string {
  if (!suggestion) return 'Waits to be booked again'
  const { date, slot_time, reviewer } = suggestion
  const there = `${formatShortDate(date)}, ${formatTimes(slot_time)} with ${reviewer.name}`
  return isMoved ? `Moves to ${there}` : `Could go to ${there}`
}

/**
 * What saving the availability changed: '29 slots added, 40 removed.', and what became of reviews.
 */
export function formatSavedAvailability({
  adds,
  removes,
  touches,
}: SlotRemovalResult & { adds: number }): string {
  const slots = (count: number) => formatCount(count, 'slot', 'slots')
  const said = [
    adds > 0 && `${slots(adds)} added`,
    removes > 0 && `${adds > 0 ? removes : slots(removes)} removed`,
  ].filter(Boolean)
  const changes = said.length > 0 ? `${said.join(', ')}.` : 'The slots stay as they are.'
  return [changes, formatAffectedReviews(touches)].filter(Boolean).join(' ')
}

/** What happened to the reviews that lost their slot, in a sentence; undefined if none did. */
export function formatAffectedReviews(affected: AffectedBooking[]): string | undefined {
  const { moved, waiting } = countMoved(affected)
  const said = [
    moved > 0 && formatCount(moved, 'review was moved', 'reviews were moved'),
    waiting > 0 && formatCount(waiting, 'waits for the advisor', 'wait for the advisor'),
  ].filter(Boolean)
  return said.length > 0 ? `${said.join(', ')}.` : undefined
}
