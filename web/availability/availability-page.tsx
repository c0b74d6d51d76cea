import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { getAvailability } from '#contract/availability.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled } from '#web/school/api.ts'
import { AvailabilityForm } from './availability-form.tsx'

/** When do I take reviews, week by week? Slots are made from it. */
export function AvailabilityPage() {
  const query = useCall(getAvailability)
  return (
    <Page
      title="Availability"
      action={
        <Button variant="default" component={Link} to={paths.slotsList}>
          Your slots
        </Button>
      }
    >
      <Loaded
        query={query}
        ready={useIsZoneSettled()}
        skeleton={<Skeletons count={2} height={240} />}
      >
        {(saved) => <AvailabilityForm saved={saved} />}
      </Loaded>
    </Page>
  )
}
