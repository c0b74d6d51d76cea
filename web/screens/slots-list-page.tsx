import { Button, Grid } from '@mantine/core'
import { Link } from 'react-router'
import { listReviews } from '#contract/reviews.ts'
import { useList } from '#web/kit/call/query.ts'
import { Page } from '#web/kit/page/page.tsx'
import { paths } from '#web/paths.ts'
import { BookedReviews } from '#web/reviews/booking/booked-reviews.tsx'
import { OwnSlots } from '#web/slots/own-slots.tsx'

/** When am I booked, and when am I free? The reviewer's next three days. */
export function SlotsListPage() {
  const booked = useList(listReviews.reviewer, { query: { home: 'true' } })
  return (
    <Page
      title="Your slots"
      action={
        <Button component={Link} to={paths.addSlot}>
          add slot
        </Button>
      }
    >
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <BookedReviews list={booked} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <OwnSlots reviews={booked.items ?? []} />
        </Grid.Col>
      </Grid>
    </Page>
  )
}
