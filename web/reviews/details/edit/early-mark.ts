import type { MarkEntry } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews.ts'
import { now } from '#web/kit/live/now.ts'
import { shortDate } from '#web/kit/look/dates.ts'
import { confirmDialog } from '#web/kit/page/dialogs.ts'

/**
 * Whether a mark is to be saved: asks back when it would end a review that has not begun, or say
 * nothing of how the week went.
 */
export async function isMarkMeant(
  review: Review,
  { weekStatus }: Pick<MarkEntry, 'weekStatus'>,
): Promise<boolean> {
  const doubts = review.status === 'conducted' ? [] : doubtsAbout(review, weekStatus)
  if (doubts.length === 0) return true
  const advisor = review.advisor?.name ?? 'the advisor'
  const whatFollows = `it is over, and ${advisor} decides how ${review.student.name} goes on`
  return confirmDialog({
    title: 'Save the mark now?',
    text: `${doubts.join(' ')} With a mark the review counts as held: ${whatFollows}.`,
    confirm: 'Save the mark',
  })
}

function doubtsAbout({ day, time, startsAt }: Review, weekStatus: string): string[] {
  const isEarly = startsAt !== null && Date.parse(startsAt) > now()
  return [
    ...(weekStatus === '' ? ['No week status is chosen.'] : []),
    ...(isEarly && day ? [`This review begins only ${shortDate(day)}, ${time}.`] : []),
  ]
}
