import { getBulkRefusal } from '#contract/accounts/bulk-actions.ts'
import { shareEvenlyOption } from '#contract/reviews/hand-over.ts'
import type { AddableRole } from '#contract/roles.ts'
import type { BulkForm } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { ChangeAdvisorOfMany } from './change-advisor-of-many.tsx'
import { ChangeDomainOfMany } from './change-domain-of-many.tsx'
import { FinishMany, PauseMany } from './pause-or-finish-many.tsx'
import { resumeOrReopenMany } from './resume-or-reopen-many.tsx'

/** The changes of several people that need details, by role. */
export const bulkForms: Record<AddableRole, BulkForm[]> = {
  student: [
    {
      label: 'Change advisor',
      canApply: (person) =>
        getBulkRefusal({ action: 'advisor', advisor: shareEvenlyOption }, person) === undefined,
      open: (people, run) =>
        contentDialog('Change advisor', (close) => (
          <ChangeAdvisorOfMany {...{ people, run, close }} />
        )),
    },
    {
      label: 'Change domain',
      canApply: ({ isProfileVerified }) => isProfileVerified,
      open: (people, run) =>
        contentDialog('Change domain', (close) => (
          <ChangeDomainOfMany action="domain" {...{ people, run, close }} />
        )),
    },
    {
      label: 'Pause course',
      canApply: (person) => getBulkRefusal({ action: 'pause', reason: '' }, person) === undefined,
      open: (people, run) =>
        contentDialog('Pause course', (close) => <PauseMany {...{ people, run, close }} />),
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
        contentDialog('Finish course', (close) => <FinishMany {...{ people, run, close }} />),
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
        contentDialog('Add a domain', (close) => (
          <ChangeDomainOfMany action="add-domain" {...{ people, run, close }} />
        )),
    },
    {
      label: 'Remove a domain',
      canApply: ({ isProfileVerified, domains }) => isProfileVerified && domains.length > 1,
      open: (people, run) =>
        contentDialog('Remove a domain', (close) => (
          <ChangeDomainOfMany action="remove-domain" {...{ people, run, close }} />
        )),
    },
  ],
}
