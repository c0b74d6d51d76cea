import { Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { type ListedPerson, listPeople } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { BlockLink } from '#web/accounts/block-link.tsx'
import { useLocksByPerson } from '#web/accounts/locks/locks.ts'
import { MoreActions } from '#web/accounts/more-actions.tsx'
import { useList } from '#web/kit/call/query.ts'
import { EmptyTray } from '#web/kit/look/illustrations.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { PeopleFilterBar, usePeopleFilter } from '#web/people/people-filter.tsx'
import { PeopleTable } from '#web/people/people-table.tsx'

const titles: Record<AddableRole, string> = {
  student: 'Students',
  advisor: 'Advisors',
  reviewer: 'Reviewers',
}

/** The people of one role, to find one and to block, unblock or invite them again. */
export function PeopleListPage({ listed }: { listed: AddableRole }) {
  const filter = usePeopleFilter()
  const { search, domain } = filter.values
  const list = useList(
    listPeople[listed],
    { query: { ...(search ? { search } : {}), domain } },
    { keepPrevious: true },
  )

  const locks = useLocksByPerson(search)
  const actionFor = useCallback(
    (person: ListedPerson) => (
      <Group gap={4} wrap="nowrap" justify="space-between">
        <BlockLink person={person} listed={listed} />
        <MoreActions person={person} listed={listed} lock={locks.get(person._id)} />
      </Group>
    ),
    [listed, locks],
  )

  return (
    <Page
      title={titles[listed]}
      action={
        <Button component={Link} to={paths.addUser}>
          Add user
        </Button>
      }
    >
      <PeopleFilterBar filter={filter} byDomain={listed === 'student'} />
      <LoadedList
        list={list}
        infinite
        skeleton={<Skeletons count={8} height={44} />}
        empty={filter.isNarrowed ? <NobodyFound clear={filter.clear} /> : <NobodyYet />}
      >
        {(people) => (
          <PeopleTable listed={listed} people={people} locked={locks} actionFor={actionFor} />
        )}
      </LoadedList>
    </Page>
  )
}

function NobodyFound({ clear }: { clear: () => void }) {
  return (
    <Empty
      picture={<EmptyTray />}
      text="Nobody fits this search."
      action={<Button onClick={clear}>Show everybody</Button>}
    />
  )
}

function NobodyYet() {
  return (
    <Empty
      picture={<EmptyTray />}
      text="Nobody has been added yet."
      action={
        <Button component={Link} to={paths.addUser}>
          Add user
        </Button>
      }
    />
  )
}
