import { Button } from '@mantine/core'
import { getAvailability } from '#contract/availability/availability.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Page } from '#web/kit/page/page.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { openAbsenceForm } from './absence/absence-form.tsx'
import { AvailabilityForm } from './availability-form.tsx'

/** The reviewer's weekly availability, from which slots are generated. */
export function AvailabilityPage() {
  const query = useApiQuery(getAvailability)
  const today = getDateInZone(useNow(), useSchoolZone())
  return (
    <Page
      title="Availability"
      action={
        <Button variant="default" onClick={() => openAbsenceForm({ today })}>
          Add absence
        </Button>
      }
      menu={[
        { label: 'Your slots', to: paths.slotsList },
        { label: 'Add slot', to: paths.addSlot },
      ]}
    >
      <LoadedData
        query={query}
        ready={useIsZoneFetched()}
        skeleton={<Skeletons count={2} height={240} />}
      >
        {(saved) => <AvailabilityForm saved={saved} />}
      </LoadedData>
    </Page>
  )
}
