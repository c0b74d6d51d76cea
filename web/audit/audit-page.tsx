import { listAuditLog } from '#contract/audit/audit.ts'
import { exportAuditLog } from '#contract/exports.ts'
import { type AuditKind, auditKinds } from '#contract/kit/kinds/audited-row-kind.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterDate } from '#web/kit/list/filter/filter-date.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { AuditEntries } from './audit-entries.tsx'

/** The audit log: who changed what, the newest first, filtered by person, kind and date. */
export function AuditPage() {
  const filter = useAuditFilter()
  const timeZone = useSchoolZone()
  const list = usePaginatedList(listAuditLog, { query: filter.query }, { keepPrevious: true })
  return (
    <Page title="Audit log" menu={getExportEntries(exportAuditLog, filter.query)}>
      <AuditFilterBar filter={filter} />
      <ZoneNote timeZone={timeZone} isCaption />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={44} />}
        noMatch={{ text: 'No changes match this search.', all: 'Show all changes' }}
        empty="No changes yet."
      >
        {(lines) => <AuditEntries lines={lines} timeZone={timeZone} />}
      </FilteredList>
    </Page>
  )
}

function useAuditFilter() {
  return useFilter({ search: '', kind: '', from: '', to: '' }, listAuditLog.query?.shape)
}
type AuditFilter = ReturnType<typeof useAuditFilter>

function AuditFilterBar({ filter }: { filter: AuditFilter }) {
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
  mails: 'Emails',
  locks: 'Login locks',
  school: 'School settings',
  webhooks: 'Webhooks',
}
