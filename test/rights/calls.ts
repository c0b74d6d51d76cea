import { sql } from 'kysely'
import { noAvailability } from '#contract/availability.ts'
import { dayMs, minuteMs } from '#contract/kit/time.ts'
import { dateInZone } from '#contract/kit/zone.ts'
import { type AbleTo, abilities, basePath, type Role, roles } from '#contract/roles.ts'
import { commandOf } from '#server/kit/call/trail.ts'
import { inTransaction } from '#server/kit/context.ts'
import { followReview } from '#server/reviews/actions.ts'
import { cancelBooking } from '#server/reviews/changes/cancellation.ts'
import { askOtherTime } from '#server/reviews/changes/wishes.ts'
import { makeBrowser } from '../push/browser.ts'
import { adminCalls } from './admin-calls.ts'
import { type Circle, password } from './circle.ts'
import {
  codeFor,
  everyone,
  type KnownCall,
  nothing,
  own,
  profile,
  secondFactor,
} from './known-call.ts'

/** The same call below the base path of several roles. */
function each<R extends Role>(
  several: readonly R[],
  call: string,
  make: (role: R) => KnownCall,
): [string, KnownCall][] {
  const [method, path] = call.split(' ')
  return several.map((role) => [`${method} ${basePath[role]}${path}`, make(role)])
}

const range = ({ now }: Circle) => ({
  ...{ date: dateInZone(now + 2 * dayMs, 'UTC'), timeStart: '09:00', timeEnd: '10:00' },
  reviewTime: 20,
})
const dateOf = (instant: number) => dateInZone(instant, 'America/New_York')
const everyMonday = (now: number) => ({
  ...{ weekday: 1, from: '09:00', to: '10:00', reviewTime: 20, everyWeeks: 1 },
  ...{ since: dateOf(now), until: null },
})
const away = ({ now }: Circle) => ({ from: dateOf(now), to: dateOf(now), reason: 'Ill' })
/** The circle's reviewer reviews the domain of the student who waits. */
const hasDomain: NonNullable<KnownCall['before']> = ({ context }, { waiting, people }) =>
  context.db
    .insertInto('reviewer_domains')
    .columns(['reviewer_id', 'domain_id'])
    .expression((db) =>
      db
        .selectFrom('reviews')
        .innerJoin('people', 'people.id', 'reviews.student_id')
        .select([sql.lit(people.reviewer).as('reviewer_id'), 'people.domain_id'])
        .where('reviews.id', '=', waiting),
    )
    .execute()
/** A reviewer has the slot removed with it. */
const cancelling = (role: AbleTo<'cancel bookings'>, reviewId: string) => ({
  ...{ reviewId, reason: 'Ill', removeSlot: role === 'reviewer' },
})
const reviewById = own(({ review }) => ({ query: { id: review } }))

/** The booked slot of a circle has begun, long enough ago to say that nobody came. */
const begin: KnownCall['before'] = ({ context }, { bookedSlot, now }) =>
  context.db
    .updateTable('slots')
    .set({ starts_at: now - 20 * minuteMs, ends_at: now + 10 * minuteMs })
    .where('id', '=', bookedSlot)
    .execute()

/** Every call that needs a session. A new call of the contract is added here. */
export const knownCalls: ReadonlyMap<string, KnownCall> = new Map<string, KnownCall>([
  ...each(roles, 'POST /logout', () => nothing),
  ...each(roles, 'GET /sessions', () => nothing),
  ...each(roles, 'POST /end-session', (role) =>
    own(({ sessions }) => ({ body: { id: sessions[role] } })),
  ),
  ...each(roles, 'POST /end-other-sessions', () => nothing),
  ...each(roles, 'GET /notices', () => nothing),
  ...each(roles, 'GET /unread-notices', () => nothing),
  ...each(roles, 'GET /notice-settings', () => nothing),
  ...each(roles, 'PUT /notice-settings', () => ({
    input: () => ({ body: { value: { weeklySummary: 1 } } }),
    reaches: 'nothing',
  })),
  // Whose they are decides which are marked: others are left out (server/notices/notices.test.ts).
  ...each(roles, 'PUT /read-notices', () => ({
    input: () => ({ body: { value: { ids: 'all' } } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /calendar-link', () => nothing),
  ...each(roles, 'GET /calendar-link', () => nothing),
  ...each(abilities['have reviews'], 'GET /calendar-entry', () => reviewById),
  ...each(roles, 'GET /push-key', () => nothing),
  ...each(roles, 'PUT /push-subscription', (role) => ({
    input: ({ domain }) => ({
      body: {
        value: { endpoint: `https://push.test/${role}/${domain}`, keys: makeBrowser().keys },
      },
    }),
    reaches: 'nothing',
  })),
  ...each(roles, 'PUT /end-push', () => nothing),
  ...each(roles, 'PUT /update-password', () => ({
    input: () => ({ body: { oldpass: password, newpass: 'another horse' } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'PUT /change-email', (role) => ({
    input: ({ domain }) => ({
      body: { email: `${role}-of-${domain}@elsewhere.test`, password, code: undefined },
    }),
    reaches: 'nothing',
  })),
  ...each(roles, 'GET /second-factor', () => nothing),
  ...each(roles, 'POST /begin-second-factor', () => ({
    input: () => ({ body: { password } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /confirm-second-factor', (role) => ({
    before: secondFactor(role, false),
    input: (of) => ({ body: { code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /new-recovery-codes', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /remove-second-factor', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(abilities['keep a profile'], 'GET /profile', () => nothing),
  ...each(abilities['keep a profile'], 'PUT /edit-profile', () => ({
    input: () => ({ body: profile }),
    reaches: 'nothing',
  })),
  ...each(abilities['hold calls'], 'GET /ice-servers', () => nothing),
  ...each(abilities['hold calls'], 'GET /call-chat', () => reviewById),
  ...each(['advisor', 'reviewer'], 'GET /call-record', () => reviewById),
  ['GET /admin/call-record', everyone(({ review }) => ({ query: { id: review } }))],

  ['GET /home', nothing],
  ['GET /manifest', nothing],
  ['GET /weekly-task', nothing],
  ['GET /weekly-review', own(({ review }) => ({ query: { week: review } }))],

  ...each(['advisor', 'reviewer'], 'GET /review-list', () => reviewById),
  [
    'PUT /advisor/update-review-details',
    own(({ review }) => ({ body: { id: review, value: { seminar: 'completed' } } })),
  ],
  [
    'PUT /advisor/create-review',
    own(({ review }) => ({ body: { id: review, value: { status: 'next-week' } } })),
  ],
  ['GET /advisor/decision', reviewById],
  [
    'PUT /advisor/undo-decision',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          followReview(tx, { id: review, advisorId: people.advisor, way: 'next-week' }),
        ),
      ...own(({ review }) => ({ body: { value: { reviewId: review } } })),
    },
  ],
  [
    'PUT /advisor/book-slot',
    own(({ waiting, people, freeSlot }) => ({
      body: { value: { reviewId: waiting, reviewer: people.reviewer, slot: freeSlot } },
    })),
  ],
  [
    'PUT /advisor/move-review',
    own(({ review, people, freeSlot }) => ({
      body: { value: { reviewId: review, reviewer: people.reviewer, slot: freeSlot } },
    })),
  ],
  ...each(abilities['cancel bookings'], 'PUT /cancel-booking', (role) =>
    own(({ review }) => ({ body: { value: cancelling(role, review) } })),
  ),
  ...each(abilities['cancel bookings'], 'PUT /undo-change', (role) => ({
    before: ({ context }, { review, people }) => {
      const owner = { role, personId: people[role] }
      const call = `PUT ${basePath[role]}/cancel-booking`
      const change = { ...commandOf(''), ...{ call, personId: owner.personId } }
      return inTransaction({ ...context, change }, (tx) =>
        cancelBooking(tx, owner, cancelling(role, review)),
      )
    },
    ...own(({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ...each(abilities['report no-shows'], 'PUT /no-show', (role) => ({
    before: begin,
    ...own(({ review }) => ({
      body: { value: { reviewId: review, who: role === 'student' ? 'reviewer' : 'student' } },
    })),
  })),
  [
    'PUT /ask-other-time',
    own(({ review, freeSlot }) => ({
      body: { value: { reviewId: review, reason: 'An exam', slots: [freeSlot] } },
    })),
  ],
  [
    'PUT /withdraw-wish',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          askOtherTime(tx, people.student, { reviewId: review, reason: 'An exam', slots: [] }),
        ),
      ...own(({ review }) => ({ body: { value: { reviewId: review } } })),
    },
  ],
  [
    'PUT /advisor/decline-wish',
    {
      before: ({ context }, { review, people }) =>
        inTransaction(context, (tx) =>
          askOtherTime(tx, people.student, { reviewId: review, reason: 'An exam', slots: [] }),
        ),
      ...own(({ review }) => ({ body: { value: { reviewId: review, reason: 'No room' } } })),
    },
  ],
  ['PUT /advisor/remind', own(({ review }) => ({ body: { value: { reviewId: review } } }))],
  ...each(['student', 'advisor', 'reviewer'], 'GET /review-history', () => reviewById),
  ['GET /admin/review-history', everyone(({ review }) => ({ query: { id: review } }))],
  ...each(abilities['look for slots'], 'GET /free-slots', () =>
    own(({ review }) => ({ query: { review } })),
  ),
  ['GET /waiting-in-line', nothing],
  ['GET /advisor/plan', { before: hasDomain, ...nothing }],
  [
    'GET /advisor/best-slots',
    { before: hasDomain, ...own(({ waiting }) => ({ query: { review: waiting } })) },
  ],
  [
    'PUT /advisor/book-plan',
    {
      // What is not the caller's own is refused line by line (server/plan/book-plan.test.ts).
      input: ({ waiting, people, freeSlot }) => ({
        body: { value: [{ reviewId: waiting, reviewer: people.reviewer, slot: freeSlot }] },
      }),
      reaches: 'nothing',
    },
  ],
  ['GET /advisor/slots/:id', everyone(({ people }) => ({ params: { id: people.reviewer } }))],
  ...each(['advisor', 'reviewer'], 'GET /all-domain', () => everyone()),
  ['GET /advisor/reviewer-list', everyone()],

  ...each(['advisor', 'reviewer'], 'GET /waiting', () => nothing),

  ['GET /reviewer/review-draft', reviewById],
  [
    'PUT /reviewer/review-draft',
    own(({ review }) => ({ body: { id: review, draft: { mark: null, pendingTask: [] } } })),
  ],
  ['GET /reviewer/review-before', reviewById],
  ['GET /reviewer/review-task', reviewById],
  [
    'PUT /reviewer/update-review-details',
    own(({ review }) => ({
      body: { id: review, value: { mark: { code: 1, theory: 2, weekStatus: 'Task Critical' } } },
    })),
  ],
  [
    'POST /reviewer/add-slot',
    { input: (of) => ({ body: { values: range(of) } }), reaches: 'nothing' },
  ],
  [
    'PUT /reviewer/remove-slots',
    own(({ freeSlot }) => ({ body: { value: { slots: [freeSlot] } } })),
  ],
  [
    'PUT /reviewer/clone-week',
    {
      input: ({ now }) => {
        const [from, to] = [now, now + 7 * dayMs].map((at) => dateInZone(at, 'UTC'))
        return { body: { value: { from, to: [to] } } }
      },
      reaches: 'nothing',
    },
  ],
  ['GET /advisor/booking-settings', nothing],
  [
    'PUT /advisor/booking-settings',
    { input: () => ({ body: { value: { moveByItself: 'same-day' } } }), reaches: 'nothing' },
  ],
  ['GET /advisor/offers', nothing],
  ['GET /reviewer/availability', nothing],
  [
    'PUT /reviewer/availability',
    {
      input: ({ now }) => ({
        body: { value: { ...noAvailability, blocks: [everyMonday(now)], notice: 30 } },
      }),
      reaches: 'nothing',
    },
  ],
  ['GET /reviewer/absences', nothing],
  [
    'PUT /reviewer/absence',
    { input: (of) => ({ body: { value: { ...away(of), confirm: true } } }), reaches: 'nothing' },
  ],
  [
    'PUT /reviewer/withdraw-absence',
    {
      before: ({ context }, { people, domain, now }) =>
        context.db
          .insertInto('absences')
          .values({
            ...{ id: `absence-${domain}`, reviewer_id: people.reviewer, created_at: now },
            ...{ date_from: '2026-04-01', date_to: '2026-04-01', reason: 'Ill' },
          })
          .execute(),
      ...own(({ domain }) => ({ body: { value: { id: `absence-${domain}` } } })),
    },
  ],
  ['GET /reviewer/slot-list', nothing],
  ['GET /reviewer/own-slots', nothing],

  ...each(['advisor', 'reviewer'], 'GET /calendar', () => nothing),
  ...each(['advisor', 'reviewer'], 'GET /calendar-absences', () => nothing),
  ...each(['advisor'], 'GET /calendar-days', () => everyone()),
  ...each(['advisor'], 'GET /calendar-load', () => everyone()),

  ...adminCalls,
])
