import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#contract/kit/counted.ts'
import { type ListedPerson, listPeople } from '#contract/people.ts'
import { type HandedOver, handOver, shareEvenly } from '#contract/reviews/hand-over.ts'
import { useChange, useWhole } from '#web/kit/call/query.ts'
import { contentDialog } from '#web/kit/page/dialogs.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'

type Advisor = Pick<ListedPerson, '_id' | 'name' | 'students'>

/** Asks to whom an advisor's students go, and hands them over. */
export function openHandOver(advisor: Advisor): void {
  contentDialog('Hand over students', (close) => <HandOverForm {...{ advisor, close }} />)
}

function HandOverForm({ advisor, close }: { advisor: Advisor; close: () => void }) {
  const { _id: from, name, students } = advisor
  const query = useWhole(listPeople.advisor, { query: { state: 'active' } })
  const others = query.data?.filter(({ _id }) => _id !== from) ?? []
  const [to, setTo] = useState<string | null>(shareEvenly)
  const { mutateAsync, isPending } = useChange(handOver)

  async function send() {
    if (to === null) return
    try {
      const { message, moved } = await mutateAsync({ body: { value: { from, to } } })
      close()
      toastSuccess(message, describeMoved(moved))
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Stack>
      <Text>
        {name} advises {counted(students ?? 0, 'student', 'students')}. They and their open reviews
        go to another advisor, and everybody concerned is told.
      </Text>
      <Loaded query={query} skeleton={<Skeletons count={1} height={60} />}>
        {() => <NewAdvisor others={others} value={to} onChange={setTo} canShare />}
      </Loaded>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={others.length === 0} loading={isPending} onClick={send}>
          Hand over
        </Button>
      </Group>
    </Stack>
  )
}

/** How many went to whom: 'Ben 3, Cem 2'. */
function describeMoved(moved: HandedOver[]): string {
  const names = Map.groupBy(moved, ({ advisor }) => advisor.name)
  return [...names].map(([name, students]) => `${name} ${students.length}`).join(', ')
}

const toNobody = 'nobody'

type Props = {
  /** The advisors who come into question. */
  others: ListedPerson[]
  value: string | null
  onChange: (to: string | null) => void
  /** Whether they can be shared evenly among these. */
  canShare: boolean
  /** What it is called not to choose anybody, where that is possible. */
  nobody?: string
}

/** The choice to whom students go: evenly to all others, or to one. */
export function NewAdvisor({ others, value, onChange, canShare, nobody }: Props) {
  if (others.length === 0) return <Text>There is no other advisor who could take them.</Text>
  return (
    <Select
      label="New advisor"
      searchable={others.length > 8}
      allowDeselect={false}
      value={value ?? toNobody}
      onChange={(to) => onChange(to === toNobody ? null : to)}
      data={[
        ...(canShare ? [{ value: shareEvenly, label: 'Shared evenly among all others' }] : []),
        ...others.map(({ _id, name, students }) => ({
          value: _id,
          label: `${name} (${counted(students ?? 0, 'student', 'students')})`,
        })),
        ...(nobody === undefined ? [] : [{ value: toNobody, label: nobody }]),
      ]}
    />
  )
}
