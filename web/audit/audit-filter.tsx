import { Select, TextInput } from '@mantine/core'
import { listAuditLog } from '#contract/audit.ts'
import { auditKinds } from '#contract/kit/kinds/audit-kind.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { SearchBox } from '#web/kit/list/filter/search-box.tsx'
import { kindLabels } from './format-kind.ts'

/** The filters of the audit log. */
export function useAuditFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' }, listAuditLog.query?.shape)
}
type AuditFilter = ReturnType<typeof useAuditFilter>

/** The filter fields of the audit log. */
export function AuditFilterBar({ filter }: { filter: AuditFilter }) {
  const { values, setFilter } = filter
  return (
    <FilterBar
      filter={filter}
      search={
        <SearchBox
          label="Search by person"
          value={values.search}
          search={(text) => setFilter('search', text, 'typed')}
        />
      }
    >
      <Select
        label="About"
        data={[
          { value: '', label: 'Everything' },
          ...auditKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
        value={values.kind}
        allowDeselect={false}
        onChange={(value) => setFilter('kind', value ?? '')}
      />
      <DateBox label="From" value={values.from} choose={(...to) => setFilter('from', ...to)} />
      <DateBox label="To" value={values.to} choose={(...to) => setFilter('to', ...to)} />
    </FilterBar>
  )
}

type DateBoxProps = {
  label: string
  value: string
  choose: (date: string, step: 'typed' | 'chosen') => void
}

function DateBox({ label, value, choose }: DateBoxProps) {
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      // Typing a year passes through other years: only the first date adds a history entry.
      onChange={(event) => choose(event.currentTarget.value, value ? 'typed' : 'chosen')}
    />
  )
}
