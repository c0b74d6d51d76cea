import type { Ref } from 'react'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { listReviews } from '#contract/reviews/reviews.ts'
import {
  findPlannableFromDate,
  formatFromDate,
} from '#contract/reviews/scheduling/planning-rules.ts'
import type { PaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { useSchool } from '#web/kit/page/school.ts'
import { useSchoolZone } from '#web/school/api.ts'
import styles from '../review-card.module.css'
import { useBookedGroups } from './advisor-booked-reviews.tsx'
import { getHeadline, getListCount } from './headline.ts'

type Reviews = PaginatedList<typeof listReviews.advisor>

type AnswerProps = Record<'wished' | 'lost' | 'toDecide' | 'toSchedule' | 'booked', Reviews> & {
  ref: Ref<HTMLParagraphElement>
}

/** The headline of the home; its height is reserved while it loads. */
export function AdvisorHeadline({ wished, lost, toDecide, toSchedule, booked, ref }: AnswerProps) {
  const groups = useBookedGroups(booked.items ?? [])
  const isPending = [wished, lost, toDecide, toSchedule, booked].some((list) => list.isPending)
  const decide = getListCount(toDecide)
  const { book, later } = useToBook(toSchedule)
  const other = { wished: getListCount(wished), lost: getListCount(lost) }
  return (
    <p ref={ref} tabIndex={-1} className={styles.answer}>
      {isPending ? (
        <HeadingSkeleton />
      ) : (
        decide &&
        book &&
        other.wished &&
        other.lost &&
        getHeadline({
          decide,
          book,
          later,
          wished: other.wished,
          lost: other.lost,
          unmarked: groups('No marks yet').length,
          today: groups('Today').length,
        })
      )}
    </p>
  )
}

/** Splits the reviews to schedule, soonest due first, into those planned now and later. */
function useToBook(list: Reviews) {
  const school = useSchool()
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  const all = getListCount(list)
  const dates = (list.items ?? []).flatMap(
    ({ date }) => (school && findPlannableFromDate(Date.parse(date), today, school)) ?? [],
  )
  const [first] = dates
  if (!all || first === undefined) return { book: all }
  return {
    book: { count: all.count - dates.length, more: false },
    later: { count: dates.length, more: all.more, when: formatFromDate(first) },
  }
}
