import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { undoMs } from '#contract/limits/reviews.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import { listPeople, type PersonDetails } from '#contract/people/people.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { AdvisorLoads, toMovingReview } from '../change-many/advisor-loads.tsx'
import { NewAdvisorSelect } from '../hand-over.tsx'

export function ChangeAdvisor({ student }: { student: PersonDetails }) {
  const open = () =>
    openContentDialog('Change advisor', (close) => <Form student={student} close={close} />)
  return (
    <Button variant="default" onClick={open}>
      Change advisor…
    </Button>
  )
}

function Form({ student, close }: { student: PersonDetails; close: () => void }) {
  const { _id: id, name, isProfileVerified } = student
  const before = isProfileVerified ? student.advisor : student.firstAdvisor
  const query = useWholeList(listPeople.advisor, { query: { state: 'active' } })
  const others = query.data?.filter(({ _id }) => _id !== before?._id) ?? []
  const [chosen, setChosen] = useState<string | null>()
  const advisor = chosen === undefined ? (others[0]?._id ?? null) : chosen
  const { mutateAsync, isPending } = useApiMutation(editPerson.student)

  async function send() {
    await toastIfFails(async () => {
      await mutateAsync({ body: { value: { id, advisor } } })
      close()
      const now = describe(
        student,
        others.find(({ _id }) => _id === advisor),
      )
      const canUndo = before === null || query.data?.some(({ _id }) => _id === before._id)
      const undo = canUndo && <UndoChange student={student} before={before} />
      if (undo) toastSuccess(now, undo, undoMs)
      else toastSuccess(now)
    })
  }

  return (
    <Stack>
      <Text>
        {describe(student, before)}{' '}
        {isProfileVerified
          ? 'The open review goes to the new advisor, and everyone involved is notified.'
          : `Once ${name} joins, the new advisor gets the first review.`}
      </Text>
      <LoadedData query={query} skeleton={<Skeletons count={1} height={60} />}>
        {() => (
          <>
            <NewAdvisorSelect
              others={others}
              value={advisor}
              onChange={setChosen}
              canShare={false}
              takesFocus
              {...(before && { nobody: isProfileVerified ? 'No advisor' : fewestReviews })}
            />
            <AdvisorLoads
              advisors={query.data ?? []}
              receivers={others}
              moving={isProfileVerified ? [toMovingReview(student)] : []}
              to={advisor}
            />
          </>
        )}
      </LoadedData>
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

type Advisor = { _id: string; name: string }

const fewestReviews = 'The advisor with the fewest open reviews by then'

/** Who advises a student, or will advise one who is invited. */
function describe({ name, isProfileVerified }: PersonDetails, advisor: Advisor | null = null) {
  if (isProfileVerified) return `${advisor?.name ?? 'Nobody'} advises ${name}.`
  return `${advisor?.name ?? fewestReviews} will advise ${name}.`
}

type UndoProps = { student: PersonDetails; before: Advisor | null }

function UndoChange({ student, before }: UndoProps) {
  return (
    <UndoableActionByCall
      call={editPerson.student}
      input={{ body: { value: { id: student._id, advisor: before?._id ?? null } } }}
      note={`Before: ${before?.name ?? 'nobody'}.`}
      said={() => describe(student, before)}
    />
  )
}
