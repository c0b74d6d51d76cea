import type { Ref } from 'react'
import type { listReviews } from '#contract/reviews.ts'
import type { ListOf } from '#web/kit/call/query.ts'
import { AnswerToCome } from '#web/kit/page/answer-to-come.tsx'
import styles from '../review-card.module.css'
import { useBookedGroups } from './advisor-booked.tsx'
import { answerOf, countOf } from './answer.ts'

type Reviews = ListOf<typeof listReviews.advisor>

type AnswerProps = Record<'wished' | 'lost' | 'toDecide' | 'toSchedule' | 'booked', Reviews> & {
  ref: Ref<HTMLParagraphElement>
}

/** The screen's question, answered in words, in a line that keeps its place until it is known. */
export function Answer({ wished, lost, toDecide, toSchedule, booked, ref }: AnswerProps) {
  const groups = useBookedGroups(booked.items ?? [])
  const isPending = [wished, lost, toDecide, toSchedule, booked].some((list) => list.isPending)
  const decide = countOf(toDecide)
  const book = countOf(toSchedule)
  const other = { wished: countOf(wished), lost: countOf(lost) }
  return (
    <p ref={ref} tabIndex={-1} className={styles.answer}>
      {isPending ? (
        <AnswerToCome />
      ) : (
        decide &&
        book &&
        other.wished &&
        other.lost &&
        answerOf({
          decide,
          book,
          wished: other.wished,
          lost: other.lost,
          unmarked: groups('No marks yet').length,
          today: groups('Today').length,
        })
      )}
    </p>
  )
}
