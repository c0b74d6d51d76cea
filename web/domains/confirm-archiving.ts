import type { Domain } from '#contract/domains/domain.ts'
import { countDomainPeople } from '#contract/domains/domains.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'

/** Says what archiving a domain does and how many people keep it; returns whether it is confirmed. */
export async function confirmArchiving({ _id: id, name }: Domain): Promise<boolean> {
  const { students, reviewers } = (await callApi(countDomainPeople, { query: { id } })).data
  const people = `${formatCount(students, 'student', 'students')} and ${formatCount(reviewers, 'reviewer', 'reviewers')}`
  return confirmDialog({
    title: `Archive ${name}`,
    text: `Newcomers and new tasks are no longer offered it. ${people} keep it.`,
    confirm: 'Archive',
  })
}
