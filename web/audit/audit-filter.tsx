import { TextInput } from '@mantine/core'
import { listAuditLog } from '#contract/audit/audit.ts'
import { type AuditKind, auditKinds } from '#contract/kit/kinds/audit-kind.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'

export function useAuditFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' }, listAuditLog.query?.shape)
}
type AuditFilter = ReturnType<typeof useAuditFilter>

export function AuditFilterBar({ filter }: { filter: AuditFilter }) {
  const { values, setFilter } = filter
  return (
    <FilterBar filter={filter} search="Search by person">
      <FilterSelect
        filter={filter}
        name="kind"
        label="About"
        data={[
          { value: '', label: 'Everything' },
          ...auditKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
        ]}
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

const kindLabels: Record<AuditKind, string> = {
  people: 'People',
  sessions: 'Sessions',
  domains: 'Domains',
  tasks: 'Tasks',
  slots: 'Slots',
  reviews: 'Reviews',
  second_factor_roles: 'Second factor',
  mails: 'Mails',
  locks: 'Sign-in locks',
  school: 'School settings',
}
