import { listDomains } from '#contract/domains/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import {
  allDomains,
  listPeople,
  type PersonState,
  personStates,
  studentStates,
} from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect, weekOptions } from '#web/kit/list/filter/filter-select.tsx'

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
  const ofStudents = listed === 'student'
  return (
    <FilterBar filter={filter} search="Search by name">
      {(ofStudents || listed === 'reviewer') && <DomainChoice filter={filter} />}
      {ofStudents && <WeekChoice filter={filter} />}
      <StateChoice filter={filter} ofStudents={ofStudents} />
    </FilterBar>
  )
}

function DomainChoice({ filter }: { filter: PeopleFilter }) {
  const { data: domains = [] } = useApiQuery(listDomains)
  return (
    <FilterSelect
      filter={filter}
      name="domain"
      label="Domain"
      data={[
        { value: allDomains, label: 'All domains' },
        ...domains.map(({ _id, name, isArchived }) => ({
          value: _id,
          label: isArchived ? `${name} (archived)` : name,
        })),
      ]}
    />
  )
}

function WeekChoice({ filter }: { filter: PeopleFilter }) {
  // A range of weeks comes only from the chart on the home, by the address.
  const { week } = filter.values
  const [from, to] = week.split('-').map((one) => formatWeekNumber(Number(one)))
  const several = { value: week, label: `Weeks ${from} to ${to}` }
  return (
    <FilterSelect
      filter={filter}
      name="week"
      label="Week"
      data={to ? [...weekOptions, several] : weekOptions}
    />
  )
}

type StateProps = { filter: PeopleFilter; ofStudents: boolean }

function StateChoice({ filter, ofStudents }: StateProps) {
  return (
    <FilterSelect
      filter={filter}
      name="state"
      label="State"
      data={[
        { value: '', label: 'All states' },
        ...personStates
          .filter((state) => ofStudents || !ofStudentsAlone.includes(state))
          .map((state) => ({ value: state, label: stateWords[state] })),
      ]}
    />
  )
}
