import { listAuditLog } from '#contract/audit/audit.ts'
import { type AuditKind, auditKinds } from '#contract/kit/kinds/audit-kind.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterDate } from '#web/kit/list/filter/filter-date.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'

export function useAuditFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' }, listAuditLog.query?.shape)
}
type AuditFilter = ReturnType<typeof useAuditFilter>

export function AuditFilterBar({ filter }: { filter: AuditFilter }) {
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
      <FilterDate filter={filter} name="from" label="From" />
      <FilterDate filter={filter} name="to" label="To" />
    </FilterBar>
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
  webhooks: 'Webhooks',
}
