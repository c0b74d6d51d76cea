import { Button, Group } from '@mantine/core'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  type AdvisorReview,
  isOnHold,
  listReviews,
  type Review,
} from '#contract/reviews/reviews.ts'
import { type PaginatedList, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedList } from '#web/kit/page/states.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { QuietDesk } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched } from '#web/school/api.ts'
import { DecisionButtons } from '../../deciding/decision-buttons.tsx'
import { NoNextTask } from '../../deciding/no-next-task.tsx'
import { BookedTime, DueTime } from '../../display/due-and-booked-time.tsx'
import { WeekStatusDot } from '../../display/week-status.tsx'
import { ReviewCard, toNameId } from '../review-card.tsx'
import { AdvisorBookedReviews } from './advisor-booked-reviews.tsx'
import { AdvisorHeadline } from './advisor-headline.tsx'
import { AdvisorSection, CardSkeletons } from './advisor-section.tsx'

type Reviews = PaginatedList<typeof listReviews.advisor>

/** The advisor's home: reviews to decide on, to schedule and today's; the others are collapsed. */
export function AdvisorHomePage() {
  const requests = usePaginatedList(listReviews.advisor, { query: { wished: 'true' } })
  const lost = usePaginatedList(listReviews.advisor, { query: { lost: 'true', turn: 'true' } })
  const toDecide = usePaginatedList(listReviews.advisor, {
    query: { status: 'conducted', turn: 'true' },
  })
  const waiting = usePaginatedList(listReviews.advisor, {
    query: { type: 'booking', turn: 'true' },
  })
  const booked = useBooked()
  // Reviews that lost their slot or have a reschedule request are shown above.
  const above = new Set([...(requests.items ?? []), ...(lost.items ?? [])].map(({ _id }) => _id))
  const toSchedule = excludeReviews(above, waiting)
  const withoutSlot = excludeReviews(new Set(requests.items?.map(({ _id }) => _id)), lost)
  const lists = [requests, withoutSlot, toDecide, toSchedule, booked]
  const answer = useRef<HTMLParagraphElement>(null)
  const [isLaterOpen, setLaterOpen] = useState(false)
  // Lists appear from the top, so that nothing is inserted above what is already being read.
  const ready = useIsZoneFetched()
  const awaited = lists.findIndex(({ isPending }) => isPending || !ready)
  // A list that comes later is rendered in small steps, too.
  const shownCount = useDeferredValue(awaited < 0 ? lists.length : awaited + 1)
  const Grant = useLazyComponent(
    async () => (await import('../../rescheduling/request/accept-buttons.tsx')).AcceptButtons,
    { isNeeded: isAny(requests) },
  )
  const Offered = useLazyComponent(
    async () => (await import('./freed-slot-suggestion.tsx')).FreedSlotSuggestion,
    {
      isNeeded: isAny(waiting) || isAny(requests),
    },
  )
  const Remind = useLazyComponent(
    async () => (await import('./remind-overdue-student-button.tsx')).RemindOverdueStudentButton,
    {
      isNeeded: isAny(waiting),
    },
  )
  const offerFor = ({ _id }: Review) =>
    Offered && (
      <Offered
        review={_id}
        onDone={(isBooked) => {
          const name = isBooked ? null : document.getElementById(toNameId(_id))
          ;(name ?? answer.current)?.focus()
        }}
      />
    )
  const isNobodyToDecide = toDecide.items?.length === 0

  const sections = [
    <AdvisorSection key="wished" title="Reschedule requests" list={requests} ready={ready}>
      {(review) => (
        <ReviewCard
          review={review}
          about={<RequestCard review={review} />}
          below={
            <>
              {Grant && <Grant review={review} onGranted={() => answer.current?.focus()} />}
              {offerFor(review)}
            </>
          }
        />
      )}
    </AdvisorSection>,
    <AdvisorSection key="lost" title="Lost their slot" list={withoutSlot} ready={ready}>
      {(review) => (
        <ReviewCard
          review={review}
          about={
            <>
              {localizeTimes(review.whyWaits ?? review.lostSlot ?? '')}. <DueTime review={review} />
            </>
          }
          variant="light"
          below={offerFor(review)}
        >
          {Remind && <Remind review={review} />}
        </ReviewCard>
      )}
    </AdvisorSection>,
    <AdvisorSection key="decide" title="To decide" list={toDecide} ready={ready}>
      {(review, index) => (
        <ReviewCard review={review} about={<WeekResult review={review} />}>
          <DecisionButtons
            review={review}
            suggested={index === 0 ? 'filled' : 'light'}
            onDecided={() => focusNextReview(review, toDecide.items ?? [], answer.current)}
            isShort
            toastsUndo
          />
        </ReviewCard>
      )}
    </AdvisorSection>,
    <AdvisorSection
      key="schedule"
      title="To schedule"
      list={toSchedule}
      ready={ready}
      action={
        <Button variant="default" component={Link} to={paths.plan}>
          Schedule for me
        </Button>
      }
    >
      {(review, index) => (
        <ReviewCard
          review={review}
          about={
            <>
              <WaitingReason review={review} /> <DueTime review={review} />
            </>
          }
          variant={index === 0 && isNobodyToDecide ? 'filled' : 'light'}
          below={offerFor(review)}
        >
          {Remind && <Remind review={review} />}
        </ReviewCard>
      )}
    </AdvisorSection>,
    <LoadedList
      key="booked"
      list={{ ...booked, hasNextPage: booked.hasNextPage && isLaterOpen }}
      ready={ready}
      skeleton={<CardSkeletons />}
      empty={null}
    >
      {(reviews) => <AdvisorBookedReviews reviews={reviews} onLater={setLaterOpen} />}
    </LoadedList>,
  ]
  return (
    <Page
      title="Home"
      answer={
        <AdvisorHeadline
          ref={answer}
          wished={requests}
          lost={withoutSlot}
          toDecide={toDecide}
          toSchedule={toSchedule}
          booked={booked}
        />
      }
      isSentence
    >
      {lists.every(({ items }) => items?.length === 0) ? (
        <NoReviewsYet />
      ) : (
        sections.slice(0, shownCount)
      )}
    </Page>
  )
}

/** Focuses the next review to decide on, or the headline if there is none. */
function focusNextReview({ _id }: Review, all: Review[], answer: HTMLElement | null) {
  const at = all.findIndex((one) => one._id === _id)
  const next = all[at + 1] ?? all[at - 1]
  const name = next && document.getElementById(toNameId(next._id))
  ;(name ?? answer)?.focus()
}

function isAny({ items = [] }: Reviews): boolean {
  return items.length > 0
}

/** A list without the reviews that are shown elsewhere. */
function excludeReviews(shown: Set<string>, list: Reviews): Reviews {
  return { ...list, items: list.items?.filter(({ _id }) => !shown.has(_id)) }
}

/** Booked reviews, whoever acts next, except those on hold. */
function useBooked(): Reviews {
  const list = usePaginatedList(listReviews.advisor, { query: { home: 'true' } })
  return { ...list, items: list.items?.filter((review) => !isOnHold(review)) }
}

/** Why a review lost its slot. */
function WaitingReason({ review: { whyWaits } }: { review: AdvisorReview }) {
  return whyWaits && `${localizeTimes(whyWaits)}.`
}

/** The student's reschedule request, with the current time of the review. */
function RequestCard({ review }: { review: AdvisorReview }) {
  const { wish } = review
  if (!wish) return null
  const { length } = wish.slots
  const count = length === 1 ? '1 slot' : `${length} slots`
  return (
    <>
      {review.startsAt && (
        <>
          <BookedTime review={review} />.{' '}
        </>
      )}
      <WaitingReason review={review} /> Asked to reschedule: “<bdi>{wish.reason}</bdi>”
      {length > 0 && ` (${count})`}
    </>
  )
}

/** The reviewer's status of the week, and whether the next one can start. */
function WeekResult({ review }: { review: Review }) {
  const { code, theory, weekStatus } = review.mark
  return (
    <>
      <Group gap="0 12px">
        <WeekStatusDot status={weekStatus} />
        <span>
          Code {code}, theory {theory}
        </span>
      </Group>
      <NoNextTask review={review} />
    </>
  )
}

function NoReviewsYet() {
  return (
    <EmptyState
      picture={<QuietDesk />}
      text="New students appear here with their first review."
      action={
        <Button variant="default" component={Link} to={paths.advisorReviews}>
          Reviews List
        </Button>
      }
    />
  )
}
