import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { notScheduled, type Review } from '#contract/reviews.ts'
import { TwoFrames } from '#web/kit/illustrations.tsx'
import { Page } from '#web/kit/page.tsx'
import { paths } from '#web/kit/paths.ts'
import { useRole } from '#web/kit/role.ts'
import { Loaded } from '#web/kit/states.tsx'
import { twoDigits } from '#web/kit/week.ts'
import { useOwnReview, useReview } from './api.ts'
import { BookedTime } from './when.tsx'

/** The place of a review's video call: who meets whom, and when. */
export function CallPage() {
  const { room = '' } = useParams()
  const role = useRole() === 'reviewer' ? 'reviewer' : 'student'
  const own = useOwnReview(room, { enabled: role === 'student' })
  const assigned = useReview('reviewer', room, { enabled: role === 'reviewer' })
  return (
    <Page title="Review call">
      <Loaded query={role === 'student' ? own : assigned}>
        {(review) => (
          <Card withBorder p="lg">
            <Stack align="center" ta="center">
              <TwoFrames />
              <Meeting review={review} />
              <Text>The video call itself comes with the next version of Weekward.</Text>
              <Button component={Link} to={paths.reviewDetails(role, review._id)}>
                {role === 'student' ? 'Review Details' : 'Update Review Details'}
              </Button>
            </Stack>
          </Card>
        )}
      </Loaded>
    </Page>
  )
}

function Meeting({ review }: { review: Review }) {
  return (
    <>
      <Title order={2}>
        {review.student.name} and {review.reviewer?.name ?? 'a reviewer'}, week{' '}
        {twoDigits(review.week)}
      </Title>
      <Text>{review.day ? <BookedTime review={review} /> : notScheduled}</Text>
    </>
  )
}
