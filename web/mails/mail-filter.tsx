import { listMails, mailStates } from '#contract/mails.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { stateLabels } from './format.ts'

export function useMailFilter() {
  return useFilter({ search: '', state: '' }, listMails.query?.shape)
}
type MailFilter = ReturnType<typeof useMailFilter>

/** The search box for people and addresses, and the state filter. */
export function MailFilterBar({ filter }: { filter: MailFilter }) {
  return (
    <FilterBar filter={filter} search="Search by person or address">
      <FilterSelect
        filter={filter}
        name="state"
        label="State"
        data={[
          { value: '', label: 'All mails' },
          ...mailStates.map((state) => ({ value: state, label: stateLabels[state] })),
        ]}
      />
    </FilterBar>
  )
}
