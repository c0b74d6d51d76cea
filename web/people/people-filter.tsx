import { Group, Select } from '@mantine/core'
import { listDomains } from '#contract/domains.ts'
import { anyDomain } from '#contract/people.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useFilter } from '#web/kit/list/filter.ts'
import { SearchBox } from '#web/kit/list/search-box.tsx'

/** Whom a list is narrowed to. */
export function usePeopleFilter() {
  return useFilter({ search: '', domain: anyDomain })
}
type PeopleFilter = ReturnType<typeof usePeopleFilter>

/** The search box for names and, for students, the choice of a domain. */
export function PeopleFilterBar({ filter, byDomain }: { filter: PeopleFilter; byDomain: boolean }) {
  return (
    <Group align="flex-end" grow preventGrowOverflow={false} maw={640} role="search">
      <SearchBox
        label="Search by name"
        value={filter.values.search}
        search={(text) => filter.narrow('search', text)}
      />
      {byDomain && <DomainChoice filter={filter} />}
    </Group>
  )
}

function DomainChoice({ filter: { values, narrow } }: { filter: PeopleFilter }) {
  const { data: domains = [] } = useCall(listDomains)
  return (
    <Select
      label="Domain"
      data={[
        { value: anyDomain, label: 'All domains' },
        ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      value={values.domain}
      allowDeselect={false}
      miw={200}
      onChange={(value) => narrow('domain', value ?? anyDomain)}
    />
  )
}
