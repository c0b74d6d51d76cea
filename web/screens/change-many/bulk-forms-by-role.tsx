import { Stack, Text } from '@mantine/core'
import { type BulkChange, getBulkRefusal } from '#contract/accounts/bulk-actions.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import { shareEvenlyOption } from '#contract/reviews/hand-over-students.ts'
import type { ProfileRole } from '#contract/roles.ts'
import type { BulkForm, RunBulkChange } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import {
  formatFreedSlots,
  formatNameOrCount,
} from '#web/accounts/bulk-actions/format-bulk-action.ts'
import { LeftOutPeople, splitByRefusal } from '#web/accounts/bulk-actions/left-out-people.tsx'
import { FinishForm } from '#web/enrolment/finish-form.tsx'
import { PauseForm } from '#web/enrolment/pause-form.tsx'
import { openConfirmDialog, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { BulkAdvisorForm } from './bulk-advisor-form.tsx'
import { BulkDomainForm } from './bulk-domain-form.tsx'

/** The changes of several people that need details, by role. */
export const bulkForms: Record<ProfileRole, BulkForm[]> = {
  student: [
    {
      label: 'Change advisor',
      canApply: (person) =>
        getBulkRefusal({ action: 'advisor', advisor: shareEvenlyOption }, person) === undefined,
      open: (people, run) =>
        openContentDialog('Change advisor', (close) => (
          <BulkAdvisorForm people={people} run={run} close={close} />
        )),
    },
    {
      label: 'Change domain',
      canApply: ({ isProfileVerified }) => isProfileVerified,
      open: (people, run) =>
        openContentDialog('Change domain', (close) => (
          <BulkDomainForm action="domain" people={people} run={run} close={close} />
        )),
    },
    {
      label: 'Pause course',
      canApply: (person) => getBulkRefusal({ action: 'pause', reason: '' }, person) === undefined,
      open: (people, run) =>
        openContentDialog('Pause course', (close) => (
          <PauseMany people={people} run={run} close={close} />
        )),
    },
    {
      label: 'Resume course',
      canApply: (person) => getBulkRefusal({ action: 'resume' }, person) === undefined,
      open: (people, run) => resumeOrReopenMany('resume', people, run),
    },
    {
      label: 'Finish course',
      canApply: (person) =>
        getBulkRefusal({ action: 'finish', outcome: 'graduated' }, person) === undefined,
      open: (people, run) =>
        openContentDialog('Finish course', (close) => (
          <FinishMany people={people} run={run} close={close} />
        )),
    },
    {
      label: 'Reopen course',
      canApply: (person) => getBulkRefusal({ action: 'reopen' }, person) === undefined,
      open: (people, run) => resumeOrReopenMany('reopen', people, run),
    },
  ],
  advisor: [],
  reviewer: [
    {
      label: 'Add a domain',
      canApply: ({ isProfileVerified }) => isProfileVerified,
      open: (people, run) =>
        openContentDialog('Add a domain', (close) => (
          <BulkDomainForm action="add-domain" people={people} run={run} close={close} />
        )),
    },
    {
      label: 'Remove a domain',
      canApply: ({ isProfileVerified, domains }) => isProfileVerified && domains.length > 1,
      open: (people, run) =>
        openContentDialog('Remove a domain', (close) => (
          <BulkDomainForm action="remove-domain" people={people} run={run} close={close} />
        )),
    },
  ],
}

const verbs = { resume: 'Resume', reopen: 'Reopen' }

/** Asks, and then lets the courses of several students go on. */
async function resumeOrReopenMany(
  action: keyof typeof verbs,
  people: ListedPerson[],
  run: RunBulkChange,
): Promise<void> {
  const { concerned, leftOut } = splitByRefusal({ action }, people)
  const isSure = await openConfirmDialog({
    title: `${verbs[action]} course`,
    text: `${verbs[action]} the course of ${formatNameOrCount(concerned)}? Each has an open review, due in 7 days. The students and their advisors are notified.`,
    confirm: `Yes, ${action}`,
    facts: <LeftOutPeople leftOut={leftOut} />,
  })
  if (isSure) run({ action }, concerned)
}

type Props = {
  people: ListedPerson[]
  run: RunBulkChange
  close: () => void
}

const readers = 'The students, their advisors'

/** The form that pauses the courses of several students. */
function PauseMany({ people, run, close }: Props) {
  const change = { action: 'pause', reason: '' } as const
  const { concerned } = splitByRefusal(change, people)
  return (
    <PauseForm
      facts={
        <Facts
          change={change}
          people={people}
          first={`Pauses the course of ${formatNameOrCount(concerned)}.`}
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
function FinishMany({ people, run, close }: Props) {
  const change = { action: 'finish', outcome: 'graduated' } as const
  const { concerned } = splitByRefusal(change, people)
  return (
    <FinishForm
      facts={
        <Facts
          change={change}
          people={people}
          first={`Ends the course of ${formatNameOrCount(concerned)}, and closes the open reviews.`}
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
      <LeftOutPeople leftOut={leftOut} />
    </Stack>
  )
}
