import { Button, Grid } from '@mantine/core'
import { Link } from 'react-router'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Page } from '#web/kit/page/page.tsx'
import { paths } from '#web/paths.ts'
import { ReviewerBookedReviews } from '#web/reviews/booking/reviewer-booked-reviews.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { openCopyWeekDialog } from '#web/slots/manage/copy-week.tsx'
import { OwnSlots } from '#web/slots/own-slots.tsx'

/** The reviewer's next three days: booked and free slots. */
export function OwnSlotsPage() {
  const booked = usePaginatedList(listReviews.reviewer, { query: { home: 'true' } })
  const today = getDateInZone(useNow(), useSchoolZone())
  return (
    <Page
      title="Your slots"
      action={
        <Button component={Link} to={paths.addSlot}>
          add slot
        </Button>
      }
      menu={[
        { label: 'Copy a week', onClick: () => openCopyWeekDialog(today) },
        { label: 'Availability', to: paths.availability },
      ]}
    >
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <ReviewerBookedReviews list={booked} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <OwnSlots />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
