import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { listReviews, Review } from '#contract/reviews/reviews.ts'
import type { PaginatedList } from '#web/kit/api/hooks.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList } from '#web/kit/page/states.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { paths } from '#web/paths.ts'
import { DueTime } from '../display/review-times.tsx'
import { NobodyWaits } from './nobody-waits.tsx'
import styles from './reviews-to-schedule.module.css'

const title = 'Reviews to be scheduled'
const getKey = (review: Review) => review._id
/** The estimated height of a row, in pixels. */
const choiceHeight = 100

type Props = {
  list: PaginatedList<typeof listReviews.advisor>
  picked: string | null
  pick: (review: string | null) => void
}

/** The reviews without a slot, longest due first; one of them can be picked. */
export function ReviewsToSchedule({ list, picked, pick }: Props) {
  return (
    <SectionCard
      id="to-schedule"
      title={title}
      action={
        list.items?.length !== 0 && (
          <Button variant="default" component={Link} to={paths.plan}>
            Schedule for me
          </Button>
        )
      }
    >
      <LoadedList list={list} empty={<NobodyWaits />}>
        {(reviews) => (
          <LongList label={title} items={reviews} getKey={getKey} height={choiceHeight} gap={8}>
            {(review) => (
              <ReviewChoice
                review={review}
                isPicked={review._id === picked}
                pick={() => pick(review._id === picked ? null : review._id)}
              />
            )}
          </LongList>
        )}
      </LoadedList>
    </SectionCard>
  )
}

type ChoiceProps = { review: Review; isPicked: boolean; pick: () => void }

function ReviewChoice({ review, isPicked, pick }: ChoiceProps) {
  const { student } = review
  return (
    <UnstyledButton className={styles.choice ?? ''} aria-pressed={isPicked} onClick={pick}>
      <Group wrap="nowrap" align="flex-start">
        <Avatar person={student} />
        <div className={styles.words}>
          <Text fw={600}>{student.name}</Text>
          <Text>
            Week {formatWeekNumber(review.week)}
            {student.domain && ` · ${student.domain.name}`}
          </Text>
          <DueTime review={review} />
        </div>
      </Group>
    </UnstyledButton>
  )
}
