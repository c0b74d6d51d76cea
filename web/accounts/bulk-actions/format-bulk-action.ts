import type { BulkAction } from '#contract/accounts/bulk-actions.ts'

type Words = { label: string; doing: string; done: (whom: string) => string }

/** The labels of each action before, during and after it. */
export const bulkActionLabels: Record<BulkAction, Words> = {
  block: { label: 'Block', doing: 'Blocking', done: (whom) => `${whom} blocked.` },
  unblock: { label: 'Unblock', doing: 'Unblocking', done: (whom) => `${whom} unblocked.` },
  invite: {
    ...{ label: 'Send Mail', doing: 'Sending mail' },
    done: (whom) => `Mail sent to ${whom}.`,
  },
}

/** The effects of blocking students on others. */
export const blockStudentsNote =
  'Booked slots of upcoming reviews become free, and the reviewer and advisor are notified.'

const consequences: Record<BulkAction, (whom: string) => string> = {
  block: (whom) =>
    `Block ${whom}? They are signed out at once, and cannot sign in until unblocked.`,
  unblock: (whom) => `Unblock ${whom}? They can sign in again at once.`,
  invite: (whom) => `Send ${whom} a new invitation? Older links stop working.`,
}

/** The question before a bulk action: for how many people, and with which consequences. */
export function getBulkActionQuestion(action: BulkAction, people: { name: string }[]) {
  const { label } = bulkActionLabels[action]
  const whom = formatPeopleCount(people)
  return {
    title: label,
    text: consequences[action](whom),
    confirm: `Yes, ${label.toLowerCase()}`,
    isDestructive: action === 'block',
  }
}

/** One person's name, or the number of people: '3 people'. */
export function formatPeopleCount(people: { name: string }[]): string {
  const [first] = people
  return people.length === 1 && first ? first.name : `${people.length} people`
}
