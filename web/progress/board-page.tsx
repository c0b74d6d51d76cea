import { listDomainNames } from '#contract/domains/domains.ts'
import { allDomains } from '#contract/people/people.ts'
import { concernReasons } from '#contract/progress/concern.ts'
import { getBoard, standings } from '#contract/progress/progress.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { useIsZoneSettled } from '#web/school/api.ts'
import { concernLabels } from './api.ts'
import { BoardTable, standingWords } from './board-table.tsx'

const standingOptions = [
  { value: '', label: 'All students' },
  ...standings.map((value) => ({ value, label: standingWords[value].text })),
]
const reasonOptions = [
  { value: '', label: 'All reasons' },
  ...concernReasons.map((value) => ({ value, label: concernLabels[value].text })),
]

/** The advisor's students, those with the most reasons for concern first. */
export function BoardPage() {
  const filter = useFilter(
    { search: '', domain: allDomains, standing: '', reason: '' },
    getBoard.query?.shape,
  )
  const list = usePaginatedList(getBoard, { query: filter.query }, { keepPrevious: true })
  const { data: domains = [] } = useApiQuery(listDomainNames.advisor)
  return (
    <Page title="Board">
      <FilterBar filter={filter} search="Student name">
        <FilterSelect
          filter={filter}
          name="domain"
          label="Domain"
          data={[
            { value: allDomains, label: 'All domains' },
            ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <FilterSelect filter={filter} name="standing" label="Standing" data={standingOptions} />
        <FilterSelect filter={filter} name="reason" label="Why" data={reasonOptions} />
      </FilterBar>
      <FilteredList
        filter={filter}
        list={list}
        ready={useIsZoneSettled()}
        skeleton={<Skeletons count={8} height={48} />}
        noMatch={{ text: 'No student matches these filters.', all: 'Show all students' }}
        empty={<Empty picture={<EmptyTray />} text="You have no students yet." />}
      >
        {(students) => <BoardTable students={students} />}
      </FilteredList>
    </Page>
  )
}
