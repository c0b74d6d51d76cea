import { Card, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { getFeedback } from '#contract/feedback.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { FeedbackWithReply } from '#web/feedback/feedback-with-reply.tsx'
import { ReplyForm } from '#web/feedback/reply-form.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { AssessedCriteria } from '#web/rubrics/assessed-criteria.tsx'
import { HistoryCard } from '../history/history-card.tsx'
import { BookingNotices } from '../rescheduling/booking-notices.tsx'
import { ReviewSteps } from '../timeline/review-steps.tsx'
import { CallRecordCard } from './call-record-card.tsx'
import { MarkDetails } from './mark-details.tsx'
import { NextStep } from './next-step.tsx'
import styles from './review-details.module.css'
import { StudentDetails } from './student-details.tsx'
import { PendingTaskList } from './tasks/pending-task-list.tsx'
import { TaskDetails } from './tasks/task-details.tsx'
import { WorkCard } from './work-card.tsx'

type Props = {
  review: Review
  viewer: Role
  /** The decision, due or made; replaces the next step. */
  decision?: ReactNode
  /** A form for the marks, in place of the marks as text. */
  mark?: ReactNode
  pending?: ReactNode
  tasks?: ReactNode
  /** Further cards of a role. */
  children?: ReactNode
}

/**
 * A review's details: next step, timeline, the cards of the specification's section 2, and the
 * history.
 */
export function ReviewDetails({ review, viewer, decision, mark, pending, tasks, children }: Props) {
  return (
    <div className={styles.cards}>
      {decision}
      <Card withBorder>
        <Stack>
          {!decision && <NextStep review={review} viewer={viewer} />}
          <BookingNotices review={review} viewer={viewer} />
          <ReviewSteps review={review} />
        </Stack>
      </Card>
      <div className={`${styles.cards} ${styles.columns}`}>
        <div className={styles.column}>
          {mark || (
            <SectionCard title="Mark">
              <MarkDetails review={review} />
            </SectionCard>
          )}
          <RubricCard review={review} viewer={viewer} />
          {review.status === 'conducted' && <FeedbackCard review={review} viewer={viewer} />}
          {pending || (
            <SectionCard title="Pending tasks">
              <PendingTaskList lines={review.pendingTask} />
            </SectionCard>
          )}
          {(viewer === 'advisor' || viewer === 'reviewer') && (
            <WorkCard review={review} viewer={viewer} />
          )}
          {children}
        </div>
        <div className={styles.column}>
          <StudentDetails review={review} viewer={viewer} />
          {tasks || <TaskDetails review={review} viewer={viewer} />}
        </div>
        <div className={styles.column}>
          {viewer !== 'student' && <CallRecordCard review={review} viewer={viewer} />}
          <HistoryCard review={review} viewer={viewer} />
        </div>
      </div>
    </div>
  )
}

/** The feedback on a review that was held; the student can reply to it once. */
function FeedbackCard({ review, viewer }: { review: Review; viewer: Role }) {
  const { _id, student, isStudentFinished } = review
  const query = useApiQuery(
    getFeedback[viewer],
    { query: { id: _id } },
    // Only a reviewer can lose a review, and that screen says so itself.
    { handlesNotFound: viewer === 'reviewer' },
  )
  const mayReply = viewer === 'student' && !isStudentFinished
  return (
    <SectionCard title="Feedback">
      <LoadedData query={query} skeleton={<Skeletons count={1} />}>
        {(feedback) => (
          <FeedbackWithReply
            feedback={feedback}
            replyTitle={viewer === 'student' ? 'Your reply' : `${student.name}’s reply`}
            replyForm={mayReply && <ReplyForm review={review} />}
          />
        )}
      </LoadedData>
    </SectionCard>
  )
}

type RubricCardProps = { review: Review; viewer: Role }

/** What a review was given by its domain's rubric; nothing where none was used. */
function RubricCard({ review: { _id: id, status, mark }, viewer }: RubricCardProps) {
  const isMarked = status === 'conducted'
  const options = { enabled: isMarked, handlesNotFound: viewer === 'reviewer' }
  const { data } = useApiQuery(getFeedback[viewer], { query: { id } }, options)
  if (!data || data.rubric.length === 0) return null
  return (
    <SectionCard title="Rubric">
      <AssessedCriteria criteria={data.rubric} mark={mark} />
    </SectionCard>
  )
}
