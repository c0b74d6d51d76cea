import { Alert, Anchor, Button, Card, Select, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import { bookSlot, slotBooked } from '#contract/reviews/booking.ts'
import { type Review, waitsForSlot } from '#contract/reviews.ts'
import { listReviewerSlots, listReviewers } from '#contract/slots.ts'
import { useCall, useChange } from '#web/kit/call/query.ts'
import { useNow } from '#web/kit/live/now.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { SlotPicker } from '#web/slots/slot-picker.tsx'

type Props = {
  /** What can be picked. */
  reviews: Review[]
  /** What is picked. */
  review: Review | undefined
  pick: (review: string | null) => void
}

/** A student, a reviewer and a slot: with all three picked, the slot can be booked. */
export function BookingPanel({ reviews, review, pick }: Props) {
  const timeZone = useSchoolZone()
  const today = dateInZone(useNow(), timeZone)
  const [reviewer, setReviewer] = useState<string | null>(null)
  const [slot, setSlot] = useState<string | null>(null)
  const reviewers = useCall(listReviewers)
  const slots = useCall(
    listReviewerSlots,
    { params: { id: reviewer ?? '' } },
    { enabled: reviewer !== null, onlyLogged: true },
  )
  const book = useChange(bookSlot)
  const title = useRef<HTMLHeadingElement>(null)
  const waits = review !== undefined && waitsForSlot(review)

  function bookIt() {
    if (!review || !waits || !reviewer || !slot) return
    book.mutate(
      { body: { value: { reviewId: review._id, reviewer, slot } } },
      {
        onSuccess: () => {
          toastSuccess(slotBooked)
          letGo()
          pick(null)
        },
        onError: (error) => {
          toastServerMessage(error)
          letGo()
          void slots.refetch()
        },
      },
    )
  }

  /** The button that was pressed goes with the slot. */
  function letGo() {
    setSlot(null)
    title.current?.focus()
  }

  const choices = review && !reviews.includes(review) ? [review, ...reviews] : reviews
  return (
    <Card component="section" withBorder aria-labelledby="book">
      <Stack>
        <Title order={2} id="book" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          Book a slot
        </Title>
        <Select
          label="Student"
          placeholder="Select a student"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such student waits for a slot"
          data={choices.map(({ _id, student, week }) => ({
            value: _id,
            label: `${student.name}, week ${twoDigits(week)}`,
          }))}
          value={review?._id ?? null}
          onChange={pick}
        />
        {review && !waits && <NotToSchedule review={review} />}
        <Select
          label="Reviewer"
          placeholder="Select a reviewer"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such reviewer"
          data={(reviewers.data ?? []).map(({ _id, name, domain }) => ({
            value: _id,
            label: [name, ...domain.map((one) => one.name)].join(' · '),
          }))}
          value={reviewer}
          onChange={(chosen) => {
            setReviewer(chosen)
            setSlot(null)
          }}
        />
        {reviewer ? (
          <Loaded query={slots} skeleton={<Skeletons count={3} height={44} />}>
            {(all) => (
              <SlotPicker
                key={`${reviewer} ${today}`}
                slots={all}
                today={today}
                selected={slot}
                select={setSlot}
                bookedCanBePicked={false}
              />
            )}
          </Loaded>
        ) : (
          <Text c="dimmed">Select a reviewer to see the free slots of the next three days.</Text>
        )}
        {slot && (
          <Button loading={book.isPending} onClick={bookIt} style={{ alignSelf: 'flex-start' }}>
            book slot
          </Button>
        )}
        {slot && !waits && <Text>Select a student to book this slot for.</Text>}
        {reviewer && <ZoneNote timeZone={timeZone} />}
      </Stack>
    </Card>
  )
}

function NotToSchedule({ review }: { review: Review }) {
  return (
    <Alert variant="default">
      This review is {review.isClosed ? 'closed' : review.status}, so it needs no slot.{' '}
      <Anchor component={Link} to={paths.reviewDetails('advisor', review._id)} underline="always">
        Open its details
      </Anchor>{' '}
      to go on with it.
    </Alert>
  )
}
