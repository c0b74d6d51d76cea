import { Button, Group, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import { bestSlotsShown } from '#contract/limits/plan.ts'
import { listBestSlots, type Suggestion } from '#contract/plan.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import styles from './best-slots.module.css'

type Props = {
  review: string
  /** The accessible name of the list. */
  label: string
  selected: string | null
  /** A further note below the reason of a slot. */
  noteOn?: (slot: string) => string | undefined
  choose: (suggestion: Suggestion) => void
}

/** The best slots for a review across all reviewers, best first, each with its reason. */
export function BestSlots({ review, ...props }: Props) {
  const best = useApiQuery(listBestSlots.advisor, { query: { review } }, { onlyLogged: true })
  if (best.data) return <Choices {...props} best={best.data} />
  if (best.error) {
    return (
      <Group role="alert">
        <Text>The best slots could not be loaded.</Text>
        <Button variant="default" onClick={() => best.refetch()}>
          Try again
        </Button>
      </Group>
    )
  }
  return (
    <div className={styles.slots} aria-busy="true">
      {Array.from({ length: bestSlotsShown }, (_, index) => (
        <Skeleton key={index} className={styles.place ?? ''} radius={6} />
      ))}
    </div>
  )
}

function Choices({
  label,
  best,
  selected,
  noteOn,
  choose,
}: Omit<Props, 'review'> & { best: Suggestion[] }) {
  const timeZone = useSchoolZone()
  const { getItemProps } = useRovingIndex({ total: best.length, orientation: 'both' })
  if (best.length === 0) return <Text>No reviewer in this domain has a free slot.</Text>
  return (
    <ul className={styles.slots} aria-label={label}>
      {best.map((suggestion, index) => {
        const { slot, reviewer, why, isTooEarly } = suggestion
        const note = noteOn?.(slot._id)
        return (
          <li key={slot._id}>
            <UnstyledButton
              className={styles.slot ?? ''}
              aria-pressed={slot._id === selected}
              {...getItemProps({ index, onClick: () => choose(suggestion) })}
            >
              <Group component="span" gap="0 8px" justify="space-between">
                <Text fw={500}>
                  <InstantText at={slot.startsAt} timeZone={timeZone} /> with {reviewer.name}
                </Text>
                {isTooEarly ? (
                  <StatePill>Early</StatePill>
                ) : (
                  index === 0 && best.length > 1 && <StatePill>Best</StatePill>
                )}
              </Group>
              <Text c="dimmed">{why}</Text>
              {note && <Text>{note}</Text>}
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
