import { Select } from '@mantine/core'
import { listDomains } from '#contract/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { firstWeek, lastWeek } from '#contract/limits.ts'
import {
  allDomains,
  listPeople,
  type PersonState,
  personStates,
  studentStates,
} from '#contract/people.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { SearchBox } from '#web/kit/list/filter/search-box.tsx'

/** The filters of a list of people. */
export function usePeopleFilter(listed: Role) {
  const open = { search: '', domain: allDomains, week: '', state: '' }
  return useFilter(open, listPeople[listed].query?.shape)
}
type PeopleFilter = ReturnType<typeof usePeopleFilter>

const stateWords: Record<PersonState, string> = {
  active: 'Active',
  unverified: 'Unverified',
  blocked: 'Blocked',
  paused: 'Paused',
  finished: 'Finished',
  locked: 'Login locked',
  'mail-failed': 'Mail not delivered',
  waiting: 'Waiting for a slot',
  overdue: 'Review overdue',
  'no-advisor': 'No advisor',
}

const ofStudentsAlone: readonly PersonState[] = studentStates

/** The search box and the state filter; for students also domain and week. */
export function PeopleFilterBar({ filter, listed }: { filter: PeopleFilter; listed: Role }) {
  const { values, setFilter } = filter
  const ofStudents = listed === 'student'
  return (
    <FilterBar
      filter={filter}
      search={
        <SearchBox
          label="Search by name"
          value={values.search}
          search={(text) => setFilter('search', text, 'typed')}
        />
      }
    >
      {(ofStudents || listed === 'reviewer') && <DomainChoice filter={filter} />}
      {ofStudents && <WeekChoice filter={filter} />}
      <StateChoice filter={filter} ofStudents={ofStudents} />
    </FilterBar>
  )
}

function DomainChoice({ filter: { values, setFilter } }: { filter: PeopleFilter }) {
  const { data: domains = [] } = useApiQuery(listDomains)
  return (
    <Select
      label="Domain"
      data={[
        { value: allDomains, label: 'All domains' },
        ...domains.map(({ _id, name, isArchived }) => ({
          value: _id,
          label: isArchived ? `${name} (archived)` : name,
        })),
      ]}
      value={values.domain}
      allowDeselect={false}
      onChange={(value) => setFilter('domain', value ?? allDomains)}
    />
  )
}

const weeks = Array.from({ length: lastWeek - firstWeek + 1 }, (_, index) => firstWeek + index)
const weekOptions = [
  { value: '', label: 'All weeks' },
  ...weeks.map((week) => ({ value: String(week), label: `Week ${formatWeekNumber(week)}` })),
]

function WeekChoice({ filter: { values, setFilter } }: { filter: PeopleFilter }) {
  // A range of weeks comes only from the chart on the home, by the address.
  const [from, to] = values.week.split('-').map((week) => formatWeekNumber(Number(week)))
  const several = { value: values.week, label: `Weeks ${from} to ${to}` }
  return (
    <Select
      label="Week"
      data={to ? [...weekOptions, several] : weekOptions}
      value={values.week}
      allowDeselect={false}
      onChange={(value) => setFilter('week', value ?? '')}
    />
  )
}

type StateProps = { filter: PeopleFilter; ofStudents: boolean }

function StateChoice({ filter: { values, setFilter }, ofStudents }: StateProps) {
  return (
    <Select
      label="State"
      data={[
        { value: '', label: 'All states' },
        ...personStates
          .filter((state) => ofStudents || !ofStudentsAlone.includes(state))
          .map((state) => ({ value: state, label: stateWords[state] })),
      ]}
      value={values.state}
      allowDeselect={false}
      onChange={(value) => setFilter('state', value ?? '')}
    />
  )
}
