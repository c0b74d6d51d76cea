import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { ChangeTopic } from '#contract/kit/socket-event.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { getHistory } from '#contract/reviews/history.ts'
import { listReviews, Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import {
  declineRescheduleRequest,
  requestReschedule,
  withdrawRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { moveReview, undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Context } from '#server/kit/context.ts'
import { monday, startApp, type TestApp } from '../app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '../factories.ts'

export type BookedSchool = Awaited<ReturnType<typeof startBookedSchool>>

/** A reviewer of a domain. */
export async function makeReviewerIn(app: TestApp, domain: { _id: string }) {
  const reviewer = await makePerson(app, 'reviewer')
  await app.context.db
    .insertInto('reviewer_domains')
    .values({ reviewer_id: reviewer._id, domain_id: domain._id })
    .execute()
  return reviewer
}

/** A review booked in an hour, two reviewers with a free slot each, and calls for everyone. */
export async function startBookedSchool(settings: Partial<Context['settings']> = {}) {
  const app = await startApp(settings)
  const domain = await makeDomain(app)
  const people = {
    student: await makePerson(app, 'student', { domain }),
    advisor: await makePerson(app, 'advisor'),
    reviewer: await makeReviewerIn(app, domain),
    other: await makeReviewerIn(app, domain),
    admin: await makePerson(app, 'admin'),
  }
  const { student, advisor, reviewer, other } = people
  const slot = await makeSlot(app, reviewer, monday + hourMs)
  const later = await makeSlot(app, reviewer, monday + 3 * hourMs)
  const ofOther = await makeSlot(app, other, monday + 2 * hourMs)
  const id = await makeReview(app, people)
  type By = { token: string }
  const place = (value: { reviewer?: string; slot?: string; reviewId?: string }) => ({
    body: { value: { reviewId: id, reviewer: other._id, slot: ofOther, ...value } },
  })
  const book = (value = {}, by: By = advisor) =>
    app.call(bookSlot.advisor, {
      token: by.token,
      ...place({ reviewer: reviewer._id, slot, ...value }),
    })
  const move = (value = {}, by: By = advisor) =>
    app.call(moveReview.advisor, { token: by.token, ...place(value) })
  const cancel = (
    role: 'advisor' | 'reviewer',
    reason = 'Ill',
    by: By = people[role],
    more: { removeSlot?: boolean } = {},
  ) =>
    app.call(cancelBooking[role], {
      token: by.token,
      body: { value: { reviewId: id, reason, ...more } },
    })
  const noShow = (role: 'student' | 'advisor' | 'reviewer', who: NoShowRole) =>
    app.call(reportNoShow[role], {
      token: people[role].token,
      body: { value: { reviewId: id, who } },
    })
  const undo = (role: 'advisor' | 'reviewer', by: By = people[role]) =>
    app.call(undoChange[role], { token: by.token, body: { value: { reviewId: id } } })
  const ask = (slots: string[] = [], reason = 'An exam') =>
    app.call(requestReschedule, {
      token: student.token,
      body: { value: { reviewId: id, reason, slots } },
    })
  const withdraw = () =>
    app.call(withdrawRescheduleRequest, { token: student.token, body: { value: { reviewId: id } } })
  const decline = (reason = 'No other slot fits', by: By = advisor) =>
    app.call(declineRescheduleRequest, {
      token: by.token,
      body: { value: { reviewId: id, reason } },
    })
  const history = async (role: keyof typeof getHistory, by: By = people[role]) =>
    (await app.call(getHistory[role], { token: by.token, query: { id } })).body
  const seen = async (role: 'advisor' | 'reviewer' = 'advisor'): Promise<Review | undefined> => {
    const query = { id, limit: undefined }
    const { status, body } = await app.call(listReviews[role], { token: people[role].token, query })
    // In the form for everyone, without the fields of its own list.
    return status === 200 && body[0] ? Review.parse(body[0]) : undefined
  }
  await book()
  return {
    app,
    domain,
    ...people,
    slot,
    later,
    ofOther,
    id,
    book,
    move,
    cancel,
    noShow,
    undo,
    ask,
    withdraw,
    decline,
    history,
    seen,
  }
}

/** Records who is notified of what, as `reviews of <id>`. */
export function recordNotices(app: TestApp): string[] {
  const events: string[] = []
  app.context.live = {
    end() {},
    changed(what: ChangeTopic, whom) {
      for (const id of whom === 'admins' ? [whom] : whom) if (id) events.push(`${what} of ${id}`)
    },
  }
  return events
}
