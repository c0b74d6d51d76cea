import { hourMs } from '#contract/kit/time/durations.ts'
import {
  createReview,
  type DecisionKind,
  getDecision,
  undoDecision,
} from '#contract/reviews/decision.ts'
import { listOwnReviews } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { newId } from '#server/kit/id.ts'
import { monday, startApp } from '../app.ts'
import { makePerson, makeReview, makeSlot } from '../factories.ts'

export type DecidedSchool = Awaited<ReturnType<typeof startDecidedSchool>>

/** A decided review, and its next one. */
export async function startDecidedSchool({
  booked = false,
  way = 'next-week' as DecisionKind,
} = {}) {
  const app = await startApp()
  const advisor = await makePerson(app, 'advisor')
  const reviewer = await makePerson(app, 'reviewer')
  const student = await makePerson(app, 'student', { week: 4 })
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const id = await makeReview(app, { student, advisor, week: 4, ...(booked && { slot }) })
  const manifest = async () => (await app.call(listOwnReviews, { token: student.token })).body
  const [before] = await manifest()
  const follow = () =>
    app.call(createReview.advisor, { token: advisor.token, body: { id, value: { status: way } } })
  const next = (await follow()).body.review
  const undo = (token = advisor.token, key = newId()) =>
    app.call(undoDecision.advisor, { token, key, body: { value: { reviewId: id } } })
  const decision = async () => {
    const { body } = await app.call(getDecision.advisor, { token: advisor.token, query: { id } })
    return body.decision
  }
  const book = (review = next._id, by = advisor) => {
    const value = { reviewId: review, reviewer: reviewer._id, slot }
    return app.call(bookSlot.advisor, { token: by.token, body: { value } })
  }
  return {
    app,
    advisor,
    reviewer,
    student,
    slot,
    id,
    before,
    next,
    manifest,
    follow,
    undo,
    decision,
    book,
  }
}
