import { Card, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Review } from '#contract/reviews.ts'
import { ReviewLife } from '../life/review-life.tsx'
import { DetailCard } from './detail-card.tsx'
import { MarkFacts } from './mark-facts.tsx'
import { PendingLines } from './pending-lines.tsx'
import { StudentDetails } from './student-details.tsx'
import { TaskDetails } from './task-details.tsx'

type Props = {
  review: Review
  /** The state of the tasks, where it is not to be read alone. */
  tasks?: ReactNode | undefined
  children?: ReactNode
}

/** A review's details, to read alone, and what else a role sees of it. */
export function ReviewCards({ review, tasks, children }: Props) {
  return (
    <Stack>
      <Card withBorder>
        <ReviewLife review={review} />
      </Card>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <StudentDetails review={review} />
        <DetailCard title="Mark">
          <MarkFacts review={review} />
        </DetailCard>
        <DetailCard title="Pending tasks">
          <PendingLines lines={review.pendingTask} />
        </DetailCard>
        {tasks ?? <TaskDetails taskStatus={review.taskStatus} />}
        {children}
      </SimpleGrid>
    </Stack>
  )
}
