import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { listMails, mailSorts } from '#contract/mails.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { MailFilterBar, useMailFilter } from './mail-filter.tsx'
import { MailTable } from './mail-table.tsx'
import { TestMailForm, testMailField } from './test-mail-form.tsx'
import { useFollowing } from './use-following.ts'

/** The school's mails: what, to whom, when, how often tried, and why not delivered. */
export function MailsPage() {
  const filter = useMailFilter()
  const timeZone = useSchoolZone()
  const sorting = useSorting(mailSorts)
  const query = { ...filter.query, ...(sorting.sort && { sort: sorting.sort }) }
  const list = usePaginatedList(listMails, { query }, { keepPrevious: true })
  useFollowing(list)
  const [isTesting, setTesting] = useState(false)
  const opener = useDisclosureFocus(isTesting, testMailField)
  return (
    <Page
      title="Mails"
      action={
        <Button
          ref={opener}
          variant="default"
          aria-expanded={isTesting}
          onClick={() => setTesting(!isTesting)}
        >
          Send a test mail
        </Button>
      }
    >
      <Text c="dimmed">
        How mails are sent: see <ManualLink page="run/mail" />.
      </Text>
      {isTesting && <TestMailForm />}
      <MailFilterBar filter={filter} />
      <ZoneNote timeZone={timeZone} isCaption />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={67} />}
        noMatch={{ text: 'No mails match this search.', all: 'Show every mail' }}
        empty={<NoneYet />}
      >
        {(mails) => <MailTable mails={mails} timeZone={timeZone} sorting={sorting} />}
      </FilteredList>
    </Page>
  )
}

function NoneYet() {
  return (
    <Empty
      picture={<EmptyTray />}
      text="No mails yet. The first one goes to the next person you add."
      action={
        <Button component={Link} to={paths.addUser}>
          Add user
        </Button>
      }
    />
  )
}
