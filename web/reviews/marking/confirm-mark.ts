import type { MarkInput } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { now } from '#web/kit/live/now.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatShortDate } from '#web/kit/ui/dates/dates.ts'

/**
 * Whether to save a mark. Asks first if it would complete a review that has not started, or if the
 * week has no status.
 */
export async function confirmMark(
  review: Review,
  { weekStatus }: Pick<MarkInput, 'weekStatus'>,
): Promise<boolean> {
  if (review.status === 'conducted') return true
  const early = describeEarly(review)
  if (weekStatus !== '' && !early) return true
  const student = review.student.name
  const advisor = review.advisor?.name ?? 'the advisor'
  const lacks = `No week status is set. ${student} and ${advisor} will see both marks but not how the week went. You can set it later in the review’s details.`
  const follows = `Saving a mark completes the review. After that, ${advisor} decides whether ${student} repeats the week or moves on.`
  return openConfirmDialog({
    title: early ? 'Save the mark now?' : 'Save the mark without a week status?',
    text: [...(weekStatus === '' ? [lacks] : []), ...(early ? [early] : []), follows].join(' '),
    confirm: weekStatus === '' ? 'Save without it' : 'Save the mark',
  })
}

/** Says when a review that has not started will start. */
function describeEarly({ day, time, startsAt }: Review): string | undefined {
  const isEarly = startsAt !== null && Date.parse(startsAt) > now()
  return isEarly && day && time
    ? `This review starts on ${formatShortDate(day)}, ${localizeTimes(time)}.`
    : undefined
}
