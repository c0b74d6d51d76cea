import { Button, Group } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SharedInvitation } from '#contract/accounts/accounts.ts'
import { exportAdvisors, exportReviewers, exportStudents } from '#contract/exports.ts'
import {
  advisorSorts,
  type ListedPerson,
  listPeople,
  peopleSorts,
} from '#contract/people/people.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { BlockLink } from '#web/accounts/block-link.tsx'
import { SharedLinks } from '#web/accounts/invitations/shared-links.tsx'
import { useLockoutsByPerson } from '#web/accounts/lockouts/use-lockouts-by-person.ts'
import { PersonActions } from '#web/accounts/person-actions.tsx'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList, useWholeList } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { type Selection, useSelection } from '#web/kit/list/selection.ts'
import { useSorting } from '#web/kit/list/sort.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { PeopleFilterBar, usePeopleFilter } from '#web/people/people-filter.tsx'
import { PeopleTable } from '#web/people/people-table.tsx'
import { blockEffectsByRole } from './block-effects.tsx'

const titles: Record<Role, string> = {
  student: 'Students',
  advisor: 'Advisors',
  reviewer: 'Reviewers',
  admin: 'Admins',
}

/** Only students can be sorted by domain and week, and only advisors by their students. */
const isOfStudents = (sort: string) => sort === 'domain' || sort === 'week'
const sorts: Record<Role, readonly string[]> = {
  student: peopleSorts,
  advisor: advisorSorts.filter((one) => !isOfStudents(one)),
  reviewer: peopleSorts.filter((one) => !isOfStudents(one)),
  admin: peopleSorts.filter((one) => !isOfStudents(one)),
}
const exports = { student: exportStudents, advisor: exportAdvisors, reviewer: exportReviewers }
const getName = ({ name }: ListedPerson) => name

/** The people of a role, to find one and to block, unblock or invite them. */
export function PeopleListPage({ listed }: { listed: Role }) {
  const filter = usePeopleFilter(listed)
  const sorting = useSorting(sorts[listed])
  const choice = useSelection(getName)
  const [shared, setShared] = useState<SharedInvitation[]>([])
  const { search } = filter.values
  const { sort } = sorting
  const query = { ...filter.query, ...(sort && { sort }) }
  const list = usePaginatedList(listPeople[listed], { query }, { keepPrevious: true })

  // The empty list has its own advice.
  const isEmpty = list.items?.length === 0 && !filter.isFiltered

  const locks = useLockoutsByPerson(search)
  const actionFor = useCallback(
    (person: ListedPerson) => (
      <Group gap={4} wrap="nowrap" display="inline-flex">
        <BlockLink person={person} listed={listed} describeBlock={blockEffectsByRole[listed]} />
        <PersonActions person={person} listed={listed} lock={locks.get(person._id)} />
      </Group>
    ),
    [listed, locks],
  )

  return (
    <Page
      title={titles[listed]}
      action={!isEmpty && <AddUser listed={listed} />}
      menu={
        isEmpty || listed === 'admin'
          ? []
          : [
              { label: 'Import from a list', to: paths.importPeople(listed) },
              ...getExportEntries(exports[listed], query),
              ...(listed === 'reviewer' ? [{ label: 'Hours', to: paths.hours('admin') }] : []),
            ]
      }
    >
      {shared.length > 0 && <SharedLinks invitations={shared} close={() => setShared([])} />}
      <PeopleFilterBar filter={filter} listed={listed} />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={44} />}
        noMatch={{ text: 'No people match this search.', all: 'Show all people' }}
        empty={listed !== 'admin' && <NobodyYet listed={listed} />}
      >
        {(people) => (
          <>
            <PeopleTable
              listed={listed}
              people={people}
              locked={locks}
              actionFor={actionFor}
              sorting={sorting}
              {...(listed !== 'admin' && { choice })}
            />
            {listed !== 'admin' && (
              <Chosen
                listed={listed}
                people={people}
                choice={choice}
                query={query}
                hasMore={list.hasNextPage}
                shareLinks={(links) => setShared((before) => replaceLinks(before, links))}
              />
            )}
          </>
        )}
      </FilteredList>
    </Page>
  )
}

/** The links with new ones, which end older ones of the same people. */
function replaceLinks(before: SharedInvitation[], links: SharedInvitation[]): SharedInvitation[] {
  const renewed = new Set(links.map(({ email }) => email))
  return [...before.filter(({ email }) => !renewed.has(email)), ...links]
}

type ChosenProps = {
  listed: ProfileRole
  people: ListedPerson[]
  choice: Selection<ListedPerson>
  /** The filters and the order of the list, and whether it has more people than are shown. */
  query: Partial<Record<string, string>>
  hasMore: boolean
  /** Shows new invitation links that were not sent by email. */
  shareLinks: (invitations: SharedInvitation[]) => void
}

/** The bulk actions for the selected people; nothing if none are selected. */
function Chosen({ choice: { chosen, chooseAll }, query, hasMore, ...bar }: ChosenProps) {
  const { listed, people } = bar
  const ManyBar = useLazyComponent(
    async () => (await import('./change-many/bulk-action-bar.tsx')).BulkActionBar,
  )
  // With other filters, others match.
  const asked = JSON.stringify(query)
  const [wanted, setWanted] = useState<{ query: string; cachedAt: number }>()
  const isWanted = wanted?.query === asked
  const hasChosen = chosen.size > 0
  useEffect(() => setWanted(undefined), [asked, hasChosen])
  const {
    data: matching,
    dataUpdatedAt,
    refetch,
  } = useWholeList(listPeople[listed], { query }, { enabled: isWanted })
  async function chooseMatching() {
    setWanted({ query: asked, cachedAt: dataUpdatedAt })
    const { isError } = await refetch()
    if (isError) setWanted(undefined)
  }
  // A list that was cached before lacks people who were added since.
  const isLoaded = isWanted && matching !== undefined && dataUpdatedAt !== wanted.cachedAt
  // Once they arrive, and not again when one of them changes.
  useEffect(() => {
    if (isLoaded) chooseAll(matching.map(({ _id }) => _id))
  }, [isLoaded])
  const those = (isLoaded ? matching : people).filter(({ _id }) => chosen.has(_id))
  if (those.length === 0 || !ManyBar) return null
  return (
    <ManyBar
      {...bar}
      people={those}
      chooseAll={chooseAll}
      chooseMatching={hasMore && !isLoaded ? chooseMatching : undefined}
      isLoadingMatching={isWanted && !isLoaded}
    />
  )
}

function NobodyYet({ listed }: { listed: ProfileRole }) {
  return (
    <EmptyState
      picture={<EmptyTray />}
      text="Nobody has been added yet."
      action={
        <Group justify="center">
          <AddUser listed={listed} />
          <Button variant="default" component={Link} to={paths.importPeople(listed)}>
            Import from a list
          </Button>
        </Group>
      }
    />
  )
}

function AddUser({ listed }: { listed: Role }) {
  return (
    <Button component={Link} to={paths.addOneOf(listed)}>
      Add user
    </Button>
  )
}
