import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { listBestSlots } from '#contract/plan.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import styles from './confirm-move.module.css'
import { formatSlotWithReviewer, formatTargetTime, type MoveTarget } from './targets.ts'

/** A free slot with its reviewer, and why it is suggested. */
type Choice = MoveTarget['slots'][number] & { why?: string }

/**
 * Asks to confirm the move, and for the reviewer if several are free; resolves to the slot if
 * confirmed.
 */
export async function confirmMove(
  from: CalendarSlot,
  target: MoveTarget,
): Promise<Choice | undefined> {
  const { review } = from
  if (!review) return undefined
  const choices = await listChoices(review._id, target)
  let [chosen] = choices
  if (!chosen) return undefined
  const isOnly = choices.length === 1
  const to = isOnly ? formatSlotWithReviewer(chosen) : formatTargetTime(chosen)
  const isConfirmed = await openConfirmDialog({
    title: 'Move this review?',
    text: `Moves ${review.student.name} from ${formatSlotWithReviewer(from)} to ${to}.`,
    confirm: 'Move',
    facts: !isOnly && (
      <ReviewerOptions
        choices={choices}
        choose={(choice) => {
          chosen = choice
        }}
      />
    ),
  })
  return isConfirmed ? chosen : undefined
}

/** The free slots at a time, the planner's suggestions first, best first. */
async function listChoices(review: string, { startsAt, slots }: MoveTarget): Promise<Choice[]> {
  if (slots.length === 1) return slots
  const { data: best } = await callApi(listBestSlots.advisor, { query: { review, startsAt } })
  const placeOf = new Map(best.map(({ slot }, place) => [slot._id, place]))
  return slots
    .map((slot) => ({ ...slot, why: best[placeOf.get(slot._id) ?? -1]?.why ?? '' }))
    .toSorted((a, b) => (placeOf.get(a._id) ?? best.length) - (placeOf.get(b._id) ?? best.length))
}

type Props = { choices: Choice[]; choose: (choice: Choice) => void }

/** The reviewers who are free at a time, best first; the first is selected at the start. */
function ReviewerOptions({ choices, choose }: Props) {
  return (
    <fieldset className={styles.options}>
      <legend>With</legend>
      {choices.map((choice, place) => (
        <label key={choice._id} className={styles.option}>
          <input
            type="radio"
            name="reviewer"
            defaultChecked={place === 0}
            onChange={() => choose(choice)}
          />
          <span>
            {choice.reviewer.name}
            {choice.why && <span className={styles.why}>{choice.why}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
