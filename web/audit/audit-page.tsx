import { listAuditLog } from '#contract/audit/audit.ts'
import { exportAuditLog } from '#contract/exports.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilterBar, useAuditFilter } from './audit-filter.tsx'

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
        noMatch={{ text: 'No changes match this search.', all: 'Show every change' }}
        empty={<Empty picture={<EmptyTray />} text="No changes yet." />}
      >
        {(lines) => <AuditEntries lines={lines} timeZone={timeZone} />}
      </FilteredList>
    </Page>
  )
}
