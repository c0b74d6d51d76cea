import { Text } from '@mantine/core'
import { useRef } from 'react'
import { listAbsences, withdrawAbsence } from '#contract/availability/absences.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { UpcomingHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { AbsenceList } from './absence-list.tsx'

/** The reviewer's own current and coming absences, with buttons to remove them. */
export function AbsencesCard({ today }: { today: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = usePaginatedList(listAbsences)
  const remove = useApiMutation(withdrawAbsence)
  const none = <Text c="dimmed">No upcoming absences. Slots on days you are away are removed.</Text>
  return (
    <SectionCard id="absences" title="Absences" titleRef={title}>
      <Text c="dimmed">
        For different hours on one day, add a one-day absence, then slots by hand.
      </Text>
      <UpcomingHolidays today={today} />
      <LoadedList list={list} skeleton={<Skeletons count={1} height={44} />} empty={none}>
        {(absences) => {
          // They are sorted last first; show the next one first.
          const coming = absences.filter(({ to }) => to >= today).toReversed()
          if (coming.length === 0) return none
          return (
            <AbsenceList
              label="Your absences"
              absences={coming}
              today={today}
              remove={({ _id: id }) => remove.mutateAsync({ body: { value: { id } } })}
              onRemoved={() => title.current?.focus()}
            />
          )
        }}
      </LoadedList>
    </SectionCard>
  )
}
