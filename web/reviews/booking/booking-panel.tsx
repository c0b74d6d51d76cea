import { Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { Skeletons } from '#web/kit/page/states.tsx'
import { canBookSlot } from '../format.ts'
import { getNoSlotNeededTitle, NoSlotNeeded } from './no-slot-needed.tsx'
import { focusPanelTitle } from './reviewers/focus-panel-title.ts'
import styles from './reviews-to-schedule.module.css'
import { SlotBookingForm } from './slot-booking-form.tsx'

type Props = {
  reviews: Review[]
  review: Review | undefined
  /** Whether the picked review is loading. */
  isComing: boolean
  pick: (review: string | null) => void
  /** The reviewer selected at first. */
  reviewer: string | null
  titleRef: RefObject<HTMLHeadingElement | null>
}

/** Books a slot for the picked review, or shows its next steps if it needs no slot. */
export function BookingPanel({ reviews, review: picked, isComing, pick, ...props }: Props) {
  const { titleRef } = props
  const [reviewer, setReviewer] = useState(props.reviewer)
  const [booked, setBooked] = useState<{ what: string; of: string | undefined }>()
  // The review being booked stays until the request ends, so that it is not shown as booked early.
  const [sent, setSent] = useState<Review>()
  const review = sent ?? (picked?._id === booked?.of ? undefined : picked)
  const waits = !review || canBookSlot(review)
  // Everything resets for the next student.
  if (review && booked) {
    setBooked(undefined)
    setReviewer(null)
  }

  const isListed = reviews.some(({ _id }) => _id === review?._id)
  const choices = review && !isListed ? [review, ...reviews] : reviews
  return (
    <Card component="section" withBorder aria-labelledby="book" className={styles.panel ?? ''}>
      <Stack>
        <Title order={2} id="book" ref={titleRef} tabIndex={-1} style={{ outline: 'none' }}>
          {waits ? 'Book a slot' : getNoSlotNeededTitle(review)}
        </Title>
        {booked && !review && (
          <Booked
            what={booked.what}
            next={reviews.find(({ _id }) => _id !== booked.of)}
            goOn={(next) => {
              pick(next)
              focusPanelTitle(titleRef.current)
            }}
            titleRef={titleRef}
          />
        )}
        <Select
          label="Student"
          placeholder="Select a student"
          searchable
          filter={filterOptions}
          allowDeselect={false}
          nothingFoundMessage="No matching students"
          data={choices.map((one) => ({ value: one._id, label: formatName(one) }))}
          value={review?._id ?? null}
          onChange={pick}
        />
        {isComing && !sent && !booked ? (
          <Skeletons count={3} height={44} />
        ) : waits ? (
          <SlotBookingForm
            review={review}
            chosen={reviewer}
            choose={setReviewer}
            onSent={() => setSent(review)}
            onBooked={(what, who) => {
              setSent(undefined)
              setReviewer(who)
              setBooked({ what, of: review?._id })
              pick(null)
            }}
            onRefused={(isForReview) => {
              setSent(undefined)
              if (isForReview) focusPanelTitle(titleRef.current)
            }}
          />
        ) : (
          <NoSlotNeeded review={review} onDone={() => focusPanelTitle(titleRef.current)} />
        )}
      </Stack>
    </Card>
  )
}

type BookedProps = Pick<Props, 'titleRef'> & {
  what: string
  next: Review | undefined
  goOn: (next: string) => void
}

/** The booking just made, and the next student; takes the focus from the button that is gone. */
function Booked({ what, next, goOn, titleRef }: BookedProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    focusPanelTitle(titleRef.current)
    button.current?.focus()
  }, [titleRef])
  return (
    <Group gap={12} className={styles.booked ?? ''}>
      <Text role="status">Booked: {what}.</Text>
      {next ? (
        <Button ref={button} variant="default" onClick={() => goOn(next._id)}>
          Next: {formatName(next)}
        </Button>
      ) : (
        <Text>Every review has a slot.</Text>
      )}
    </Group>
  )
}

function formatName({ student, week }: Review): string {
  return `${student.name}, week ${formatWeekNumber(week)}`
}
