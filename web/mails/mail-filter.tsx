import { Select } from '@mantine/core'
import { listMails, mailStates } from '#contract/mails.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { SearchBox } from '#web/kit/list/filter/search-box.tsx'
import { stateLabels } from './format.ts'

/** The filters of the mails. */
export function useMailFilter() {
  return useFilter({ search: '', state: '' }, listMails.query?.shape)
}
type MailFilter = ReturnType<typeof useMailFilter>

/** The search box for people and addresses, and the state filter. */
export function MailFilterBar({ filter }: { filter: MailFilter }) {
  const { values, setFilter } = filter
  return (
    <FilterBar
      filter={filter}
      search={
        <SearchBox
          label="Search by person or address"
          value={values.search}
          search={(text) => setFilter('search', text, 'typed')}
        />
      }
    >
      <Select
        label="State"
        data={[
          { value: '', label: 'All mails' },
          ...mailStates.map((state) => ({ value: state, label: stateLabels[state] })),
        ]}
        value={values.state}
        allowDeselect={false}
        onChange={(value) => setFilter('state', value ?? '')}
      />
    </FilterBar>
  )
}
