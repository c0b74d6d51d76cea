import type { BulkAction } from '#contract/accounts/bulk-actions.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { getInviteQuestion } from '../invitations/invite-question.ts'

type Words = {
  /** Such as '12 people paused.' */
  done: (whom: string) => string
  /** While it goes on. */
  doing: string
}

const taken = { doing: 'Undoing', done: (whom: string) => `Undone for ${whom}.` }
const domains = { doing: 'Changing', done: (whom: string) => `Domains of ${whom} changed.` }

/** The words for each action during and after it. */
export const bulkActionWords: Record<BulkAction, Words> = {
  block: { doing: 'Blocking', done: (whom) => `${whom} blocked.` },
  unblock: { doing: 'Unblocking', done: (whom) => `${whom} unblocked.` },
  invite: { doing: 'Inviting', done: (whom) => `Email sent to ${whom}.` },
  pause: { doing: 'Pausing', done: (whom) => `${whom} paused.` },
  resume: { doing: 'Resuming', done: (whom) => `Course resumed for ${whom}.` },
  finish: { doing: 'Finishing', done: (whom) => `Course finished for ${whom}.` },
  reopen: { doing: 'Reopening', done: (whom) => `Course reopened for ${whom}.` },
  advisor: { doing: 'Changing', done: (whom) => `Advisor of ${whom} changed.` },
  domain: { doing: 'Changing', done: (whom) => `Domain of ${whom} changed.` },
  'add-domain': domains,
  'remove-domain': domains,
  'undo-pause': taken,
  'undo-finish': taken,
}

/** The actions that have a button of their own. */
export const accountActions = ['block', 'unblock', 'invite'] as const
export type AccountAction = (typeof accountActions)[number]

export const accountActionLabels: Record<AccountAction, string> = {
  block: 'Block',
  unblock: 'Unblock',
  invite: 'Send Mail',
}

/** The effects of blocking students on others. */
export const blockStudentsNote =
  'Booked slots of upcoming reviews become free, and the reviewer and advisor are notified.'

const consequences: Record<Exclude<AccountAction, 'invite'>, (whom: string) => string> = {
  block: (whom) =>
    `Block ${whom}? They are signed out at once, cannot sign in until unblocked, and their API tokens are revoked for good.`,
  unblock: (whom) => `Unblock ${whom}? They can sign in again at once.`,
}

/** The question before a bulk action: for how many people, and with which consequences. */
export function getBulkActionQuestion(
  action: AccountAction,
  people: { name: string }[],
  isMailed: boolean,
) {
  const title = accountActionLabels[action]
  const whom = formatNameOrCount(people)
  if (action === 'invite')
    return { title, ...getInviteQuestion(whom, { isMailed, count: people.length }) }
  return {
    title,
    text: consequences[action](whom),
    confirm: `Yes, ${title.toLowerCase()}`,
    isDestructive: action === 'block',
  }
}

/** What was done for people who were invited again without an email. */
export function formatNewLinksMessage(people: { name: string }[]): string {
  const [link, their] = people.length === 1 ? ['New link', 'it'] : ['New links', 'them']
  return `${link} for ${formatNameOrCount(people)}. No email was sent: share ${their} yourself.`
}

/** One person's name, or the number of people: '3 people'. */
export function formatNameOrCount(people: { name: string }[]): string {
  const [first] = people
  return people.length === 1 && first ? first.name : `${people.length} people`
}

/** Such as '5 booked slots are freed, and the reviewers notified.'; undefined for none. */
export function formatFreedSlots(people: { bookedReviews: number | null }[]): string | undefined {
  const count = people.reduce((sum, { bookedReviews }) => sum + (bookedReviews ?? 0), 0)
  if (count === 0) return undefined
  const [slots, who] =
    count === 1 ? ['slot is', 'its reviewer is'] : ['slots are', 'the reviewers are']
  return `${formatCount(count, `booked ${slots}`, `booked ${slots}`)} freed, and ${who} notified.`
}
