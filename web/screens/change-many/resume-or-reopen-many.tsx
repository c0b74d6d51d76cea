import type { ListedPerson } from '#contract/people/people.ts'
import type { RunBulkChange } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import { formatPeopleCount } from '#web/accounts/bulk-actions/format-bulk-action.ts'
import { LeftOut, splitByRefusal } from '#web/accounts/bulk-actions/left-out.tsx'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'

const verbs = { resume: 'Resume', reopen: 'Reopen' }

/** Asks, and then lets the courses of several students go on. */
export async function resumeOrReopenMany(
  action: keyof typeof verbs,
  people: ListedPerson[],
  run: RunBulkChange,
): Promise<void> {
  const { concerned, leftOut } = splitByRefusal({ action }, people)
  const isSure = await confirmDialog({
    title: `${verbs[action]} course`,
    text: `${verbs[action]} the course of ${formatPeopleCount(concerned)}? Each has an open review, due in 7 days. The students and their advisors are notified.`,
    confirm: `Yes, ${action}`,
    facts: <LeftOut leftOut={leftOut} />,
  })
  if (isSure) run({ action }, concerned)
}
