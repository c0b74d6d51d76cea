import { getFeedback } from '#contract/feedback.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { FeedbackSummary } from '#web/feedback/feedback-summary.tsx'
import { ReplyForm } from '#web/feedback/reply-form.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'

/** The feedback on a review that was held; the student can reply to it once. */
export function FeedbackCard({ review, viewer }: { review: Review; viewer: Role }) {
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
      <Loaded query={query} skeleton={<Skeletons count={1} />}>
        {(feedback) => (
          <FeedbackSummary
            feedback={feedback}
            replyTitle={viewer === 'student' ? 'Your reply' : `${student.name}’s reply`}
            replyForm={mayReply && <ReplyForm reviewId={_id} />}
          />
        )}
      </Loaded>
    </SectionCard>
  )
}
