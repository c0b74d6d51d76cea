import type { BulkAction } from '#contract/accounts/bulk-actions.ts'

type Words = { label: string; doing: string; done: (whom: string) => string }

/** How each is called, before it is done, while it is and after. */
export const bulkActionLabels: Record<BulkAction, Words> = {
  block: { label: 'Block', doing: 'Blocking', done: (whom) => `${whom} blocked.` },
  unblock: { label: 'Unblock', doing: 'Unblocking', done: (whom) => `${whom} unblocked.` },
  invite: {
    ...{ label: 'Send Mail', doing: 'Sending mail' },
    done: (whom) => `Mail sent to ${whom}.`,
  },
}

/** What a block of students does to others, who are told. */
export const blockFreesSlots =
  'Booked slots of upcoming reviews become free, and the reviewer and advisor are notified.'

const consequences: Record<BulkAction, (whom: string) => string> = {
  block: (whom) =>
    `Block ${whom}? They are signed out at once, and cannot sign in until unblocked.`,
  unblock: (whom) => `Unblock ${whom}? They can sign in again at once.`,
  invite: (whom) => `Send ${whom} a new invitation? Older links stop working.`,
}

/** The question before something is done for these people: how many they are, and what comes of it. */
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

/** One by the name, several by their number: '3 people'. */
export function formatPeopleCount(people: { name: string }[]): string {
  const [first] = people
  return people.length === 1 && first ? first.name : `${people.length} people`
}
