import { listMails, mailSorts } from '#contract/mails.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useSorting } from '#web/kit/list/sort.ts'
import { EmptyState, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { MailTable } from '#web/mails/mail-table.tsx'
import { usePollWhileSending } from '#web/mails/use-poll-while-sending.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** The mails to a person, also to earlier addresses: whether they were delivered, and why not. */
export function PersonMails({ person: { _id: person } }: { person: PersonDetails }) {
  const sorting = useSorting(mailSorts)
  const query = { person, ...(sorting.sort && { sort: sorting.sort }) }
  const list = usePaginatedList(listMails, { query }, { keepPrevious: true })
  const timeZone = useSchoolZone()
  usePollWhileSending(list)
  return (
    <LoadedList
      list={list}
      infinite
      skeleton={<Skeletons count={4} height={67} />}
      empty={<EmptyState picture={<EmptyTray />} text="No emails yet." />}
    >
      {(mails) => <MailTable mails={mails} timeZone={timeZone} sorting={sorting} />}
    </LoadedList>
  )
}
