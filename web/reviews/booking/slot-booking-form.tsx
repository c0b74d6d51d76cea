import { Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { bookSlot, slotBookedMessage } from '#contract/reviews/scheduling/booking.ts'
import { listReviewers } from '#contract/slots/reviewers.ts'
import { listReviewerSlots } from '#contract/slots/slots.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { getErrorReason } from '#web/kit/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useBookingHorizonDays, useSchoolZone } from '#web/school/api.ts'
import { formatBookableDayCount, formatSlot } from '#web/slots/format.ts'
import { getTabDays, isFreeSlot, SlotPicker } from '#web/slots/slot-picker.tsx'
import { BestSlots } from './best-slots.tsx'
import { BookingBar } from './booking-bar.tsx'
import { isReviewError } from './is-review-error.ts'
import { LaterDays } from './later-days.tsx'
import { ReviewerSelect } from './reviewers/reviewer-select.tsx'
import { suggestReviewer } from './reviewers/suggest-reviewer.ts'

type Props = {
  /** The review to book for; undefined until one is picked. */
  review: Review | undefined
  /** The reviewer whose slots are shown; null until one is chosen. */
  chosen: string | null
  choose: (reviewer: string) => void
  /** Called when the booking is sent. */
  onSent: () => void
  /** Called when a slot was booked, with a description of it. */
  onBooked: (what: string, reviewer: string) => void
  /**
   * Called when the booking was refused; `isReviewError` if because of the review, which closes the
   * form.
   */
  onRefused: (isReviewError: boolean) => void
}

/** Chooses a reviewer and a slot and books it for the review. */
export function SlotBookingForm({ review, chosen, choose, onSent, onBooked, onRefused }: Props) {
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  const days = useBookingHorizonDays()
  const tabs = getTabDays(today)
  const isLonger = days > tabs.length
  const [slot, setSlot] = useState<string | null>(null)
  const [led, setLed] = useState(0)
  const { data: reviewers = [], isPending } = useApiQuery(listReviewers)
  const suggested = review && suggestReviewer(reviewers, review)
  const reviewer = chosen ?? suggested?._id ?? null
  const slots = useApiQuery(
    listReviewerSlots,
    { params: { id: reviewer ?? '' }, query: isLonger ? { later: 'true' } : {} },
    { enabled: reviewer !== null, onlyLogged: true },
  )
  const book = useApiMutation(bookSlot.advisor)
  const [isSending, setSending] = useState(false)
  const [failed, setFailed] = useState<{ slot: string; why: string }>()
  const client = useQueryClient()
  const picked = slots.data?.find((one) => one._id === slot && isFreeSlot(one))
  const name = reviewers.find(({ _id }) => _id === reviewer)?.name
  const what = picked && `${formatSlot(picked)} with ${name} for ${review?.student.name}`
  const lost = slot !== null && !picked && !isSending && slots.data
  const gone = lost
    ? describeUnavailable(lost.some((one) => one._id === slot && one.isBooked))
    : undefined

  async function bookIt() {
    if (!review || !reviewer || !slot || !what) return
    onSent()
    setSending(true)
    setFailed(undefined)
    try {
      await book.mutateAsync({ body: { value: { reviewId: review._id, reviewer, slot } } })
      toastSuccess(slotBookedMessage)
      onBooked(what, reviewer)
      setSlot(null)
    } catch (error) {
      toastServerErrorMessage(error)
      // Reviewer and slot stay chosen unless the refreshed data rules them out.
      setFailed({ slot, why: getErrorReason(error) ?? 'Something went wrong.' })
      if (error instanceof ApiError && error.serverMessage !== undefined)
        await client.invalidateQueries()
      onRefused(error instanceof ApiError && isReviewError(error.serverMessage))
    }
    setSending(false)
  }

  return (
    <>
      {review && (
        <Stack component="section" gap={8} aria-labelledby="best-slots">
          <Title order={3} id="best-slots">
            Best slots
          </Title>
          <BestSlots
            key={review._id}
            review={review._id}
            label="Best slots"
            selected={slot}
            choose={(best) => {
              choose(best.reviewer._id)
              setSlot(best.slot._id)
              setLed(led + 1)
            }}
          />
        </Stack>
      )}
      <ReviewerSelect
        reviewers={reviewers}
        review={review}
        today={today}
        value={reviewer}
        onChange={(one) => {
          choose(one)
          setSlot(null)
        }}
      />
      {reviewer ? (
        // Keyed by reviewer and suggested slot, so that the slot's day is shown.
        <LoadedData
          key={`${reviewer} ${led}`}
          query={slots}
          skeleton={<Skeletons count={3} height={44} />}
        >
          {(all) => (
            <>
              {!all.some(isFreeSlot) && (
                <Text>
                  {name} has no free slot in these {formatBookableDayCount(days)}.
                </Text>
              )}
              <SlotPicker
                key={today}
                slots={all}
                today={today}
                selected={picked?._id ?? null}
                select={setSlot}
                bookedCanBePicked={false}
                later={
                  isLonger && (
                    <LaterDays
                      slots={all.filter(({ date }) => date > (tabs.at(-1)?.date ?? ''))}
                      selected={picked?._id ?? null}
                      select={setSlot}
                    />
                  )
                }
              />
            </>
          )}
        </LoadedData>
      ) : isPending && review ? (
        <Skeletons count={3} height={44} />
      ) : (
        <Text c="dimmed">
          {review && reviewers.length > 0 && 'No reviewer in this domain has a free slot. '}
          Select a reviewer to see the free slots of the next {formatBookableDayCount(days)}.
        </Text>
      )}
      {reviewer && <ZoneNote timeZone={timeZone} />}
      <BookingBar
        what={what}
        isForSomebody={review !== undefined}
        failed={failed?.slot === slot ? failed?.why : undefined}
        gone={gone}
        isSending={book.isPending}
        bookIt={bookIt}
      />
    </>
  )
}

function describeUnavailable(isBooked: boolean): string {
  return isBooked
    ? 'This slot has just been booked by someone else. Pick another.'
    : 'This slot is no longer free. Pick another.'
}
