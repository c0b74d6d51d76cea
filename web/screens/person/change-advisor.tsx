import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { undoMs } from '#contract/limits/reviews.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listPeople, type PersonDetails } from '#contract/people/people.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoCall } from '#web/kit/page/overlays/undo-row.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { AdvisorLoads, toMovingReview } from '../change-many/advisor-loads.tsx'
import { NewAdvisorSelect } from '../hand-over.tsx'

export function ChangeAdvisor({ student }: { student: PersonDetails }) {
  const open = () => contentDialog('Change advisor', (close) => <Form {...{ student, close }} />)
  return (
    <Button variant="default" onClick={open}>
      Change advisor…
    </Button>
  )
}

function Form({ student, close }: { student: PersonDetails; close: () => void }) {
  const { _id: id, name, advisor: before } = student
  const query = useWholeList(listPeople.advisor, { query: { state: 'active' } })
  const others = query.data?.filter(({ _id }) => _id !== before?._id) ?? []
  const [chosen, setChosen] = useState<string | null>()
  const advisor = chosen === undefined ? (others[0]?._id ?? null) : chosen
  const { mutateAsync, isPending } = useApiMutation(editPerson.student)

  async function send() {
    try {
      const { user } = await mutateAsync({ body: { value: { id, advisor } } })
      close()
      const now = user.advisor
        ? `${user.advisor.name} now advises ${name}.`
        : `${name} now has no advisor.`
      const canUndo = before === null || query.data?.some(({ _id }) => _id === before._id)
      const undo = canUndo && <UndoChange {...{ id, before }} />
      if (undo) toastSuccess(now, undo, undoMs)
      else toastSuccess(now)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Stack>
      <Text>
        {before ? `${before.name} advises ${name}.` : `Nobody advises ${name}.`} The open review
        goes to the new advisor, and everyone involved is notified.
      </Text>
      <Loaded query={query} skeleton={<Skeletons count={1} height={60} />}>
        {() => (
          <>
            <NewAdvisorSelect
              others={others}
              value={advisor}
              onChange={setChosen}
              canShare={false}
              takesFocus
              {...(before && { nobody: 'No advisor' })}
            />
            <AdvisorLoads
              advisors={query.data ?? []}
              receivers={others}
              moving={[toMovingReview(student)]}
              to={advisor}
            />
          </>
        )}
      </Loaded>
      <DialogButtons
        close={close}
        label="Save"
        busy={isPending}
        disabled={others.length === 0 && chosen === undefined}
        onPress={send}
      />
    </Stack>
  )
}

type Before = { id: string; before: PersonDetails['advisor'] }

function UndoChange({ id, before }: Before) {
  return (
    <UndoCall
      call={editPerson.student}
      input={{ body: { value: { id, advisor: before?._id ?? null } } }}
      note={before ? `${before.name} was the advisor.` : 'Nobody was the advisor.'}
      said={({ user }) =>
        user.advisor
          ? `${user.advisor.name} advises ${user.name} again.`
          : `${user.name} has no advisor again.`
      }
    />
  )
}
