import { isOnHold, needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { formatAdvisorSentenceStart } from '#contract/reviews/turn.ts'
import type { Role } from '#contract/roles.ts'

/** Who acts next, to begin a sentence to the student; an advisor who cannot act is not named. */
export function formatNextActorForStudent({ advisor, turn }: Review): string {
  return formatAdvisorSentenceStart(
    advisor !== null && turn?.step !== 'assign' ? advisor.name : null,
  )
}

/** Says that a past review has no marks yet, and who has to enter them. */
export function describeMissingMarks(review: Review, viewer: Role): string {
  const { reviewer, isReviewerBlocked, turn } = review
  if (viewer === 'reviewer') return 'You have not given the marks yet.'
  const name = reviewer?.name ?? 'The reviewer'
  if (isReviewerBlocked && viewer !== 'student') {
    return `${name} is blocked and cannot give the marks. Record who did not come, or decide without the marks.`
  }
  const awaited = `${name} ${isReviewerBlocked ? 'can no longer give the marks' : 'has not given the marks yet'}.`
  const isPassedOn = viewer === 'student' && turn?.who !== 'reviewer'
  return isPassedOn ? `${awaited} ${formatNextActorForStudent(review)} follow up.` : awaited
}

/** Whether a slot can be booked for a review: it needs one, and it is not on hold. */
export function canBookSlot(review: Review): boolean {
  return needsSlot(review) && !isOnHold(review)
}

/** Says that a review is closed, and what came after it. */
export function describeClosedReview({ student, isStudentFinished }: Review): string {
  return isStudentFinished
    ? `This review is closed. ${student.name} has finished the course.`
    : 'This review is closed. The next one is open.'
}

/** Why a review is on hold. */
export function formatHoldReason({ isStudentBlocked }: Pick<Review, 'isStudentBlocked'>) {
  return isStudentBlocked ? 'blocked' : 'paused'
}

/** Says that nothing happens on the review while its student is blocked or paused. */
export function describeHold({ student, isStudentBlocked }: Review): string {
  return isStudentBlocked
    ? `${student.name} is blocked. This review is on hold until an admin unblocks them.`
    : `${student.name}’s course is paused. This review is on hold until it resumes.`
}
