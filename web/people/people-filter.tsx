import { useState } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import {
  allDomainsValue,
  listPeople,
  type PersonStateFilter,
  personStates,
  studentStates,
} from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import { useDomainOptions } from '#web/domains/api.ts'
import { useWholeList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { weekOptions } from '#web/kit/list/filter/week-options.ts'

export function usePeopleFilter(listed: Role) {
  const open = { search: '', domain: allDomainsValue, advisor: '', week: '', state: '' }
  return useFilter(open, listPeople[listed].query?.shape)
}
type PeopleFilter = ReturnType<typeof usePeopleFilter>

const stateWords: Record<PersonStateFilter, string> = {
  active: 'Active',
  unverified: 'Unverified',
  blocked: 'Blocked',
  paused: 'Paused',
  finished: 'Finished',
  locked: 'Login locked',
  'mail-failed': 'Email not delivered',
  waiting: 'Waiting for a slot',
  overdue: 'Review overdue',
  'no-advisor': 'No advisor',
}

const ofStudentsAlone: readonly PersonStateFilter[] = studentStates

/** The search box and the state filter; for students also domain and week. */
export function PeopleFilterBar({ filter, listed }: { filter: PeopleFilter; listed: Role }) {
  const ofStudents = listed === 'student'
  // Once there, it stays: it would disappear with the focus.
  const [hasAdvisor, setHasAdvisor] = useState(false)
  if (filter.values.advisor && !hasAdvisor) setHasAdvisor(true)
  return (
    <FilterBar filter={filter} search="Search by name">
      {(ofStudents || listed === 'reviewer') && <DomainChoice filter={filter} />}
      {ofStudents && <WeekChoice filter={filter} />}
      {hasAdvisor && <AdvisorChoice filter={filter} />}
      <StateChoice filter={filter} ofStudents={ofStudents} />
    </FilterBar>
  )
}

function DomainChoice({ filter }: { filter: PeopleFilter }) {
  const data = useDomainOptions(allDomainsValue)
  return <FilterSelect filter={filter} name="domain" label="Domain" data={data} />
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

/** Only shown once an advisor is in the address, from the advisor's page. */
function AdvisorChoice({ filter }: { filter: PeopleFilter }) {
  const { data: advisors = [] } = useWholeList(listPeople.advisor)
  return (
    <FilterSelect
      filter={filter}
      name="advisor"
      label="Advisor"
      data={[
        { value: '', label: 'All advisors' },
        ...advisors.map(({ _id: value, name: label }) => ({ value, label })),
      ]}
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
