import type { Domain } from '#contract/domains/domain.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { listPeople } from '#contract/people/people.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'

/** Says what archiving a domain does and how many people keep it; returns whether it is confirmed. */
export async function confirmArchiving({ _id: id, name }: Domain): Promise<boolean> {
  const [students, reviewers] = await Promise.all([
    countPeople('student', id),
    countPeople('reviewer', id),
  ])
  return confirmDialog({
    title: `Archive ${name}`,
    text: `Newcomers and new tasks are no longer offered it. ${students} and ${reviewers} keep it.`,
    confirm: 'Archive',
  })
}

/** Returns '2 students'; of more than a page holds, '1,000+ students'. */
async function countPeople(role: 'student' | 'reviewer', domain: string): Promise<string> {
  const { data, next } = await callApi(listPeople[role], { query: { domain, limit: listLimitMax } })
  if (next !== undefined) return `${listLimitMax.toLocaleString('en')}+ ${role}s`
  return formatCount(data.length, role, `${role}s`)
}
