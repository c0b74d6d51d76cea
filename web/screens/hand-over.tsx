import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '#contract/kit/text/plural.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { countAllStudents, formatAdvisorLoad } from '#contract/people/format-student-count.ts'
import { type ListedPerson, listPeople, type PersonDetails } from '#contract/people/people.ts'
import {
  type HandedOverStudent,
  handOverStudents,
  shareEvenlyOption,
  undoHandOver,
} from '#contract/reviews/hand-over-students.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { AdvisorLoads, getMovingReviews } from './change-many/advisor-loads.tsx'

type Advisor = Pick<
  PersonDetails,
  '_id' | 'name' | 'students' | 'blockedStudents' | 'pausedStudents' | 'invitedStudents'
>

export function openHandOver(advisor: Advisor): void {
  openContentDialog('Hand over students', (close) => (
    <HandOverForm advisor={advisor} close={close} />
  ))
}

function HandOverForm({ advisor, close }: { advisor: Advisor; close: () => void }) {
  const { _id: from, name, invitedStudents: invited } = advisor
  const query = useWholeList(listPeople.advisor, { query: { state: 'active' } })
  const others = query.data?.filter(({ _id }) => _id !== from) ?? []
  const [to, setTo] = useState<string | null>(shareEvenlyOption)
  const { mutateAsync, isPending } = useApiMutation(handOverStudents)

  async function send() {
    if (to === null) return
    await toastIfFails(async () => {
      const { message, moved } = await mutateAsync({ body: { value: { from, to } } })
      close()
      toastSuccess(message, <UndoHandOver from={from} note={describeMoved(moved)} />, undoMs)
    })
  }

  return (
    <Stack>
      <Text>
        {countAllStudents(advisor) > 0 && `${name} advises ${formatAdvisorLoad(advisor)}. `}
        {invited > 0 &&
          `${formatCount(invited, 'invited student is', 'invited students are')} to start with ${name}. `}
        They and their open reviews go to another advisor. Everyone involved is notified
        {invited > 0 && ', except about invited students'}.
      </Text>
      <LoadedData query={query} skeleton={<Skeletons count={1} height={60} />}>
        {() => (
          <>
            <NewAdvisorSelect others={others} value={to} onChange={setTo} canShare takesFocus />
            <AdvisorLoads
              advisors={[advisor, ...others]}
              receivers={others}
              moving={getMovingReviews(advisor)}
              to={to}
            />
          </>
        )}
      </LoadedData>
      <DialogButtons
        close={close}
        label="Hand over"
        busy={isPending}
        disabled={others.length === 0}
        onPress={send}
      />
    </Stack>
  )
}

type UndoProps = { from: string; note: string; done?: string }

export function UndoHandOver({ from, note, done }: UndoProps) {
  return (
    <UndoableActionByCall
      call={undoHandOver}
      input={{ body: { value: { from } } }}
      done={done}
      note={note}
      said={({ message }) => message}
    />
  )
}

/** How many students went to whom: 'Ben 3, Cem 2.' */
function describeMoved(moved: HandedOverStudent[]): string {
  const names = Map.groupBy(moved, ({ advisor }) => advisor.name)
  return [...names]
    .map(([name, students]) => `${name} ${students.length}`)
    .join(', ')
    .concat('.')
}

const toNobody = 'nobody'

type Props = {
  /** The possible advisors. */
  others: ListedPerson[]
  value: string | null
  onChange: (to: string | null) => void
  /** Whether the students can be shared evenly among them. */
  canShare: boolean
  /** The label for choosing nobody, if that is possible. */
  nobody?: string
  /** Whether to take the focus, which the dialog sets before this has loaded. */
  takesFocus?: boolean
}

/** The select for the new advisor: one, or all evenly. */
export function NewAdvisorSelect({
  others,
  value,
  onChange,
  canShare,
  nobody,
  takesFocus = false,
}: Props) {
  if (others.length === 0) return <Text>There is no other advisor to hand over to.</Text>
  return (
    <Select
      label="New advisor"
      autoFocus={takesFocus}
      searchable={others.length > 8}
      filter={filterOptions}
      allowDeselect={false}
      value={value ?? toNobody}
      onChange={(to) => onChange(to === toNobody ? null : to)}
      data={[
        ...(canShare ? [{ value: shareEvenlyOption, label: 'Share evenly among all others' }] : []),
        ...others.map(({ _id, name, ...advisor }) => ({
          value: _id,
          label: `${name} (${formatAdvisorLoad(advisor)})`,
        })),
        ...(nobody === undefined ? [] : [{ value: toNobody, label: nobody }]),
      ]}
    />
  )
}
