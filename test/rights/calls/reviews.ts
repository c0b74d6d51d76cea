import { hourMs } from '#contract/kit/time/durations.ts'
import { abilities, roles } from '#contract/roles.ts'
import { finishStudent } from '#server/enrolment/finish.ts'
import { inTransaction } from '#server/kit/context.ts'
import { recordDecision } from '#server/reviews/actions.ts'
import { makePerson } from '#test/factories.ts'
import type { Circle } from '../circle.ts'
import {
  each,
  everyone,
  type KnownCall,
  nothing,
  own,
  ownByRole,
  profile,
  reviewById,
} from '../describe-call.ts'

const guides = abilities['decide weeks']

/** An advisor whose students are handed over to this group's. */
const getGiverId = ({ review }: Circle) => `giver-of-${review}`

/** Another name and email for a person. */
const correctionOf = (id: string) => ({
  id,
  name: 'Robin Vale',
  email: `${id.toLowerCase()}@corrected.test`,
  ...profile,
})

/** Reviews: reading, marking, deciding. */
export const reviewCalls: [string, KnownCall][] = [
  ['GET /home', nothing],
  ['GET /manifest', nothing],
  ['GET /weekly-task', nothing],
  ['GET /weekly-review', own(({ review }) => ({ query: { week: review } }))],
  ...each(['advisor', 'reviewer'], 'GET /review-list', () => reviewById),
  ...each(guides, 'PUT /update-review-details', (role) =>
    ownByRole[role](({ review }) => ({ body: { id: review, value: { seminar: 'completed' } } })),
  ),
  ...each(guides, 'PUT /finish-student', (role) =>
    ownByRole[role](({ people }) => ({
      body: { value: { id: people.student, outcome: 'graduated', reason: 'All weeks done' } },
    })),
  ),
  ...each(guides, 'PUT /reopen-student', (role) => ({
    before: ({ context }, { people }) =>
      inTransaction(context, (tx) =>
        finishStudent(
          tx,
          { role: 'admin', personId: people.admin },
          { id: people.student, outcome: 'left' },
        ),
      ),
    ...ownByRole[role](({ people }) => ({ body: { value: { id: people.student, undo: true } } })),
  })),
  [
    'PUT /admin/hand-over',
    {
      before: async (app, of) => {
        await makePerson(app, 'advisor', { id: getGiverId(of) })
        await app.context.db
          .updateTable('reviews')
          .set({ advisor_id: getGiverId(of) })
          .where('advisor_id', '=', of.people.advisor)
          .execute()
      },
      ...everyone((of) => ({ body: { value: { from: getGiverId(of), to: of.people.advisor } } })),
    },
  ],
  [
    'PUT /admin/edit-student',
    {
      before: (app, of) => makePerson(app, 'advisor', { id: getGiverId(of) }),
      ...everyone((of) => ({
        body: {
          value: {
            ...correctionOf(of.people.student),
            domain: of.domain,
            week: 2,
            advisor: getGiverId(of),
          },
        },
      })),
    },
  ],
  [
    'PUT /admin/edit-advisor',
    everyone((of) => ({ body: { value: correctionOf(of.people.advisor) } })),
  ],
  [
    'PUT /admin/edit-reviewer',
    everyone((of) => ({
      body: { value: { ...correctionOf(of.people.reviewer), domains: [of.domain] } },
    })),
  ],
  ...[false, true].map((takeBack): [string, KnownCall] => [
    'PUT /admin/undo-hand-over',
    {
      before: async (app, of) => {
        await makePerson(app, 'advisor', { id: getGiverId(of) })
        await app.context.db
          .insertInto('audit_log')
          .values({
            id: `given ${of.review}`,
            at: of.now,
            person_id: of.people.admin,
            address: '',
            call: 'PUT /admin/hand-over',
            request_id: `given ${of.review}`,
            kind: 'reviews',
            subject_id: of.review,
            before: JSON.stringify({ advisor_id: getGiverId(of) }),
            after: JSON.stringify({ advisor_id: of.people.advisor }),
          })
          .execute()
      },
      ...everyone((of) => ({ body: { value: { from: getGiverId(of), takeBack } } })),
    },
  ]),
  ...each(guides, 'PUT /create-review', (role) =>
    ownByRole[role](({ review }) => ({ body: { id: review, value: { status: 'next-week' } } })),
  ),
  ...each(guides, 'GET /decision', (role) =>
    ownByRole[role](({ review }) => ({ query: { id: review } })),
  ),
  ...each(guides, 'PUT /undo-decision', (role) => ({
    before: ({ context }, { review, people }) =>
      inTransaction(context, (tx) =>
        recordDecision(
          tx,
          { role: 'advisor', personId: people.advisor },
          { id: review, way: 'next-week' },
        ),
      ),
    ...ownByRole[role](({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ...each(guides, 'PUT /remind-turn', (role) => ({
    before: ({ context }, { bookedSlot, now }) =>
      context.db
        .updateTable('slots')
        .set({ starts_at: now - 2 * hourMs, ends_at: now - hourMs })
        .where('id', '=', bookedSlot)
        .execute(),
    ...ownByRole[role](({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ['PUT /advisor/remind', own(({ review }) => ({ body: { value: { reviewId: review } } }))],
  ...each(['student', 'advisor', 'reviewer'], 'GET /review-history', () => reviewById),
  ['GET /admin/review-history', everyone(({ review }) => ({ query: { id: review } }))],
  ['GET /progress', nothing],
  ['GET /advisor/progress', own(({ people }) => ({ query: { student: people.student } }))],
  ['GET /admin/progress', everyone(({ people }) => ({ query: { student: people.student } }))],
  ['GET /advisor/board', nothing],
  ['GET /work', nothing],
  [
    'PUT /work',
    own(({ review }) => ({
      body: {
        value: {
          reviewId: review,
          ticks: ['Build a form'],
          note: 'All but the tests',
          isReady: true,
          links: [{ kind: 'repository', url: 'https://git.school.test/sofia', note: 'Week 3' }],
        },
      },
    })),
  ],
  ...each(['advisor', 'reviewer'], 'GET /work', () => own(({ review }) => ({ query: { review } }))),
  ['GET /waiting-in-line', nothing],
  ...each(['advisor', 'reviewer'], 'GET /rubric', () =>
    everyone(({ domain }) => ({ query: { domain } })),
  ),
  ...each(['advisor', 'reviewer'], 'GET /all-domain', () => everyone()),
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
      body: {
        id: review,
        value: {
          mark: { code: 1, theory: 2, weekStatus: 'Task Critical' },
          seen: null,
          feedback: 'Read **closures** again',
          note: 'Looked tired',
          rubric: {},
        },
      },
    })),
  ],
  ...each(roles, 'GET /review-feedback', (role) =>
    ownByRole[role](({ review }) => ({ query: { id: review } })),
  ),
  [
    'PUT /reply-feedback',
    {
      before: ({ context }, { review, now }) =>
        context.db
          .insertInto('feedback')
          .values({ review_id: review, text: 'Well done', note: '', saved_at: now })
          .execute(),
      ...own(({ review }) => ({ body: { value: { reviewId: review, text: 'Thank you' } } })),
    },
  ],
  ['GET /reviewer/phrases', nothing],
  [
    'PUT /reviewer/phrases',
    { input: () => ({ body: { value: { phrases: ['Well done'] } } }), reaches: 'nothing' },
  ],
]
