import { listTrail } from '#contract/trail.ts'
import { useList } from '#web/kit/call/query.ts'
import { Narrowed, NothingFits } from '#web/kit/list/filter/narrowed.tsx'
import { EmptyTray } from '#web/kit/look/drawings/empty-tray.tsx'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { TrailFilterBar, useTrailFilter } from './trail-filter.tsx'
import { TrailLines } from './trail-lines.tsx'

/** Who changed what, the newest first, to be searched by person, kind and date. */
export function TrailPage() {
  const filter = useTrailFilter()
  const timeZone = useSchoolZone()
  const list = useList(listTrail, { query: filter.narrowedTo }, { keepPrevious: true })
  return (
    <Page title="Audit trail">
      <TrailFilterBar filter={filter} />
      <ZoneNote timeZone={timeZone} isCaption />
      <Narrowed filter={filter}>
        <LoadedList
          list={list}
          infinite
          skeleton={<Skeletons count={8} height={44} />}
          empty={
            filter.isNarrowed ? (
              <NothingFits
                text="No change fits this search."
                all="Show every change"
                clear={filter.clear}
              />
            ) : (
              <Empty picture={<EmptyTray />} text="Nothing has been changed yet." />
            )
          }
        >
          {(lines) => <TrailLines lines={lines} timeZone={timeZone} />}
        </LoadedList>
      </Narrowed>
    </Page>
  )
}
