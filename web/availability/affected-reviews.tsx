import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  AffectedBooking,
  SlotRemovalEffects,
} from '#contract/availability/affected-bookings.ts'
import { listBookingsAffectedByReviewerBlock } from '#contract/availability/rebooking-settings.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'

/** '3 slots are removed, and 1 review loses its slot. …', or '3 slots are removed.' */
export function describeRemoval({ removes, touches }: SlotRemovalEffects): string {
  const slots = formatCount(removes, 'slot is removed', 'slots are removed')
  if (touches.length === 0) return `${slots}.`
  const reviews = formatCount(touches.length, 'review loses its slot', 'reviews lose their slots')
  return `${slots}, and ${reviews}. ${restWaits}`
}

/** What else happens when a reviewer leaves the school, and who is notified. */
export function describeReviewerLeaving(name: string, { touches }: SlotRemovalEffects): string {
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
  'Where the advisor allows it, reviews move automatically; the others need a new booking.'

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

/** '2 move automatically, as the advisor allows; 5 need a new booking.' */
function describeMoves(affected: AffectedBooking[]): string {
  const { moved, waiting } = countMoved(affected)
  const said = [
    moved > 0 && `${formatCount(moved, 'moves', 'move')} automatically, as the advisor allows`,
    waiting > 0 && `${formatCount(waiting, 'needs', 'need')} a new booking`,
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
  const stay = formatCount(length, 'past review stays', 'past reviews stay')
  const shown = reviews.slice(0, shownMax)
  const names = shown.map(({ student, week }) => `${student.name}, week ${formatWeekNumber(week)}`)
  const more = length > shownMax ? [`and ${length - shownMax} more`] : []
  return `${stay} without marks; the advisor needs to follow up: ${[...names, ...more].join('; ')}.`
}

/**
 * Asks before booked slots are removed: names the reviews that lose theirs, and their new slots.
 */
export function confirmSlotRemoval(loss: SlotRemovalEffects, confirm: string): Promise<boolean> {
  return openConfirmDialog({
    title: 'Booked slots will be removed',
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
                  ? `Booked for ${formatShortDate(day)}, ${localizeTimes(time)}`
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
  if (!suggestion) return 'Needs a new booking'
  const { date, slot_time, reviewer } = suggestion
  const there = `${formatShortDate(date)}, ${localizeTimes(slot_time)} with ${reviewer.name}`
  return isMoved ? `Moves to ${there}` : `Could move to ${there}`
}

/**
 * What saving the availability changed: '29 slots added, 40 removed.', and what became of reviews.
 */
export function formatAvailabilityEffects({
  adds,
  removes,
  touches,
}: SlotRemovalEffects & { adds: number }): string {
  const slots = (count: number) => formatCount(count, 'slot', 'slots')
  const said = [
    adds > 0 && `${slots(adds)} added`,
    removes > 0 && `${adds > 0 ? removes : slots(removes)} removed`,
  ].filter(Boolean)
  const changes = said.length > 0 ? `${said.join(', ')}.` : 'No slots changed.'
  return [changes, formatAffectedReviews(touches)].filter(Boolean).join(' ')
}

/** What happened to the reviews that lost their slot, in a sentence; undefined if none did. */
export function formatAffectedReviews(affected: AffectedBooking[]): string | undefined {
  const { moved, waiting } = countMoved(affected)
  const need = moved > 0 ? ['needs', 'need'] : ['review needs', 'reviews need']
  const said = [
    moved > 0 && formatCount(moved, 'review was moved', 'reviews were moved'),
    waiting > 0 && `${waiting} ${need[waiting === 1 ? 0 : 1]} a new booking`,
  ].filter(Boolean)
  return said.length > 0 ? `${said.join(', ')}.` : undefined
}
