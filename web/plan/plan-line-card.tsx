import { Button, Card, Text } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { planReasons } from '#contract/plan.ts'
import { SelectionCheckbox } from '#web/kit/list/table/selection-checkbox.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { paths } from '#web/paths.ts'
import { BestSlots } from '#web/reviews/booking/best-slots.tsx'
import { isReviewError } from '#web/reviews/booking/is-review-error.ts'
import { DueTime } from '#web/reviews/display/due-and-booked-time.tsx'
import styles from './plan-line-card.module.css'
import { canBeBooked, type EditablePlanLine, type LineChange } from './plan-lines.ts'
import { ProposedSlot } from './proposed-slot.tsx'

type Props = {
  line: EditablePlanLine
  /** The students planned for each slot, by slot id. */
  plannedFor: ReadonlyMap<string, string>
  change: (made: LineChange) => void
}

/** A line of the plan: the student, the due date, the proposed slot, and ways to change it. */
export function PlanLineCard({ line, plannedFor, change }: Props) {
  const { review, choice, isIn, isOpen } = line
  const { student, week } = review
  const name = student.name
  const opener = useRef<HTMLButtonElement>(null)
  const label = getButtonLabel(line)
  return (
    <Card withBorder className={styles.card ?? ''} data-out={!isIn || undefined}>
      <div className={styles.line}>
        <div className={styles.choose}>
          {canBeBooked(line) && (
            <SelectionCheckbox
              label={`Book for ${name}`}
              isChosen={isIn}
              choose={(is) => change({ isIn: is })}
            />
          )}
        </div>
        <div className={styles.who}>
          <Avatar person={student} size={28} />
          <div>
            <Text fw={500}>{name}</Text>
            <Text c="dimmed">
              Week {formatWeekNumber(week)}
              {student.domain && ` · ${student.domain.name}`}
            </Text>
          </div>
        </div>
        <div className={styles.due}>
          <DueTime review={review} />
        </div>
        <div className={styles.slot}>
          <ProposedSlot line={line} />
        </div>
        <div className={styles.action}>
          {label ? (
            <Button
              ref={opener}
              variant="default"
              fullWidth
              aria-label={`${label} for ${name}`}
              aria-expanded={isOpen}
              onClick={() => change({ isOpen: !isOpen })}
            >
              {label}
            </Button>
          ) : (
            choice && (
              <Button
                variant="default"
                fullWidth
                component={Link}
                to={paths.reviewDetails('advisor', review._id)}
                aria-label={`View the review of ${name}`}
              >
                View
              </Button>
            )
          )}
        </div>
      </div>
      {isOpen && (
        <div className={styles.best}>
          <BestSlots
            review={review._id}
            label={`Best slots for ${name}`}
            selected={choice?.slot._id ?? null}
            noteOn={(slot) => {
              const other = slot === choice?.slot._id ? undefined : plannedFor.get(slot)
              return other && `Planned for ${other}`
            }}
            choose={(best) => {
              opener.current?.focus()
              change({
                choice: best,
                why: best.why,
                isIn: true,
                isOpen: false,
                refused: null,
                isEarlierFree: false,
              })
            }}
          />
        </div>
      )}
    </Card>
  )
}

/** The label of the button that shows other slots; undefined if there is none. */
function getButtonLabel({ choice, why, isBooked, refused }: EditablePlanLine): string | undefined {
  if (isBooked) return undefined
  if (refused !== null) return isReviewError(refused) ? undefined : 'Choose another slot'
  if (choice) return 'Change slot'
  return why === planReasons.noneFree ? undefined : 'Choose a slot'
}
