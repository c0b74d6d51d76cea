import { Stack, Text } from '@mantine/core'
import type { BulkChange } from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { RunBulkChange } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import {
  formatFreedSlots,
  formatPeopleCount,
} from '#web/accounts/bulk-actions/format-bulk-action.ts'
import { LeftOut, splitByRefusal } from '#web/accounts/bulk-actions/left-out.tsx'
import { FinishForm } from '#web/enrolment/finish-form.tsx'
import { PauseForm } from '#web/enrolment/pause-form.tsx'

type Props = {
  people: ListedPerson[]
  run: RunBulkChange
  close: () => void
}

const readers = 'The students, their advisors'

/** The form that pauses the courses of several students. */
export function PauseMany({ people, run, close }: Props) {
  const change = { action: 'pause', reason: '' } as const
  const { concerned } = splitByRefusal(change, people)
  return (
    <PauseForm
      facts={
        <Facts
          {...{ change, people }}
          first={`Pauses the course of ${formatPeopleCount(concerned)}.`}
          last="Until the courses resume, nothing is due, planned or booked. The students can sign in and read."
        />
      }
      readers={readers}
      pause={async (pause) => {
        close()
        run({ action: 'pause', ...pause }, concerned)
      }}
      close={close}
    />
  )
}

/** The form that ends the courses of several students. */
export function FinishMany({ people, run, close }: Props) {
  const change = { action: 'finish', outcome: 'graduated' } as const
  const { concerned } = splitByRefusal(change, people)
  return (
    <FinishForm
      facts={
        <Facts
          {...{ change, people }}
          first={`Ends the course of ${formatPeopleCount(concerned)}, and closes the open reviews.`}
          last="The students and their advisors are notified. They can sign in and read, but no longer change anything."
        />
      }
      readers={readers}
      finish={async (finish) => {
        close()
        run({ action: 'finish', ...finish }, concerned)
      }}
      close={close}
    />
  )
}

type FactsProps = { change: BulkChange; people: ListedPerson[]; first: string; last: string }

/** What a change does and for how many, how many slots it frees, and to whom it does not apply. */
function Facts({ change, people, first, last }: FactsProps) {
  const { concerned, leftOut } = splitByRefusal(change, people)
  const freed = formatFreedSlots(concerned) ?? 'No slot is booked.'
  return (
    <Stack gap="xs">
      <Text>
        {first} {freed} {last}
      </Text>
      <LeftOut leftOut={leftOut} />
    </Stack>
  )
}
