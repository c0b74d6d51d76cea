import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { tellTouchedByBlock } from '#contract/availability/healing.ts'
import type { Removal, Touch } from '#contract/availability/removal.ts'
import { twoDigits } from '#contract/kit/week.ts'
import { call } from '#web/kit/call/call.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { shortDate } from '#web/kit/look/dates.ts'
import { confirmDialog } from '#web/kit/page/dialogs.ts'

/** What goes, in a sentence: '3 slots go, and 1 review loses its own.' */
export function lossOf({ removes, touches }: Removal): string {
  const slots = removes === 1 ? '1 slot goes' : `${removes} slots go`
  const reviews =
    touches.length === 1 ? '1 review loses its own' : `${touches.length} reviews lose theirs`
  return `${slots}, and ${reviews}. ${restWaits}`
}

const restWaits =
  'They move at once where their advisor allows it; the others wait to be booked again.'

/**
 * What a block of these reviewers, by their ids, does to booked reviews, for the question before it;
 * undefined where it touches none. Where a review could go is said of one reviewer alone: of many,
 * who are blocked together, none is suggested in the end.
 */
export async function tellBlock(reviewers: string[]): Promise<ReactNode> {
  const touches: Touch[] = []
  for (const id of reviewers) {
    const { data } = await call(tellTouchedByBlock, { query: { id } })
    touches.push(...data.touches)
  }
  const { length } = touches
  if (length === 0) return undefined
  return (
    <>
      <Text>
        {length === 1 ? '1 review loses its slot' : `${length} reviews lose their slots`}.{' '}
        {restWaits}
      </Text>
      <TouchedReviews touches={touches} saysWhere={reviewers.length === 1} />
    </>
  )
}

/** Asks before booked slots go: says which reviews lose theirs, and where each could go. */
export function confirmLoss(loss: Removal, confirm: string): Promise<boolean> {
  return confirmDialog({
    title: 'Booked slots would go',
    text: lossOf(loss),
    takesAway: true,
    facts: <TouchedReviews touches={loss.touches} />,
    confirm,
  })
}

type Props = {
  touches: Touch[]
  /** Whether to say what becomes of each. */
  saysWhere?: boolean
}

/** Reviews that lose their slot, each with what becomes of it. */
export function TouchedReviews({ touches, saysWhere = true }: Props) {
  return (
    <ul className={styles.list} aria-label="Reviews that lose their slot">
      {touches.map((touch) => (
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

function bookedFor({ review: { day, time } }: Touch): string {
  return day && time ? `Booked for ${shortDate(day)}, ${time}` : 'Booked'
}

function whatBecomes({ suggestion, isMoved }: Touch): string {
  if (!suggestion) return 'No other slot is free now'
  const { date, slot_time, reviewer } = suggestion
  const there = `${shortDate(date)}, ${slot_time} with ${reviewer.name}`
  return isMoved ? `Moves to ${there}` : `Could go to ${there}`
}

/** What a saved availability came to: '29 slots added, 40 removed.', and what became of reviews. */
export function savedInWords({ adds, removes, touches }: Removal & { adds: number }) {
  const slots = (count: number) => `${count} ${count === 1 ? 'slot' : 'slots'}`
  const said = [
    adds > 0 && `${slots(adds)} added`,
    removes > 0 && `${adds > 0 ? removes : slots(removes)} removed`,
  ].filter((one) => one !== false)
  const changes = said.length > 0 ? `${said.join(', ')}.` : 'The slots stay as they are.'
  return [changes, lossInWords(touches)].filter((one) => one !== undefined).join(' ')
}

/** What became of the reviews that have lost their slot, in a sentence; nothing of none. */
export function lossInWords(touches: Touch[]): string | undefined {
  const moved = touches.filter(({ isMoved }) => isMoved).length
  const waiting = touches.length - moved
  const said = [
    moved > 0 && `${moved} ${moved === 1 ? 'review was' : 'reviews were'} moved`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the advisor`,
  ].filter((one) => one !== false)
  return said.length > 0 ? `${said.join(', ')}.` : undefined
}
