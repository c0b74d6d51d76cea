import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { listAbsencesFor, withdrawAbsenceFor } from '#contract/availability/absences.ts'
import { noEnd } from '#contract/limits/availability.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { AbsenceList } from '#web/availability/absence/absence-list.tsx'
import { RecentAbsenceUndo } from '#web/availability/absence/undo-absence.tsx'
import { openReviewerAbsenceForm } from '#web/availability/api.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'

type Props = { reviewer: PersonDetails; today: string }

/**
 * A reviewer's absences with reasons, the next first; past ones are collapsed. Of an active
 * reviewer, an admin can add absences, also without an end date, and remove future ones.
 */
export function PersonAbsences({ reviewer, today }: Props) {
  const { _id, isBlocked, isProfileVerified } = reviewer
  const title = useRef<HTMLHeadingElement>(null)
  const remove = useApiMutation(withdrawAbsenceFor)
  const list = usePaginatedList(listAbsencesFor, { query: { reviewer: _id } })
  const isAtWork = isProfileVerified && !isBlocked
  const hasLeft = list.items?.some(({ to }) => to === noEnd) ?? false
  return (
    <SectionCard
      id="absences"
      title="Absences"
      titleRef={title}
      action={
        isAtWork && (
          <Group gap="xs">
            <Button variant="default" onClick={() => openReviewerAbsenceForm(reviewer, { today })}>
              Add absence
            </Button>
            {!hasLeft && (
              <Button
                variant="default"
                onClick={() => openReviewerAbsenceForm(reviewer, { today, isLeaving: true })}
              >
                Record departure…
              </Button>
            )}
          </Group>
        )
      }
    >
      <LoadedList
        list={list}
        skeleton={<Skeletons count={1} height={44} />}
        empty={<Text c="dimmed">No absences.</Text>}
      >
        {(absences) => {
          // The server sends the latest first.
          const ahead = absences.filter(({ to }) => to >= today).toReversed()
          const over = absences.filter(({ to }) => to < today)
          return (
            <>
              {isAtWork && <RecentAbsenceUndo reviewer={_id} absences={ahead} />}
              {ahead.length > 0 ? (
                <AbsenceList
                  label="Absences"
                  absences={ahead}
                  today={today}
                  isByAdmin
                  {...(isAtWork && {
                    remove: ({ _id: id }) =>
                      remove.mutateAsync({ body: { value: { reviewer: _id, id } } }),
                  })}
                  onRemoved={() => title.current?.focus()}
                />
              ) : (
                <Text c="dimmed">No upcoming absences.</Text>
              )}
              {over.length > 0 && (
                <details>
                  <summary style={{ minHeight: 'var(--control)', alignContent: 'center' }}>
                    Show {over.length} earlier
                  </summary>
                  <AbsenceList label="Earlier absences" absences={over} today={today} />
                </details>
              )}
            </>
          )
        }}
      </LoadedList>
    </SectionCard>
  )
}
