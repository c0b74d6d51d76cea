import { hourMs } from '#contract/kit/time/durations.ts'
import { abilities, roles } from '#contract/roles.ts'
import { finishStudent } from '#server/enrolment/finish.ts'
import { inTransaction } from '#server/kit/context.ts'
import { applyDecision } from '#server/reviews/actions.ts'
import { makePerson } from '#test/factories.ts'
import {
  type KnownCall,
  profile,
  reachesByRole,
  reachesEveryone,
  reachesNothing,
  reachesOwn,
  reachesOwnReview,
  repeatForRoles,
} from '../describe-call.ts'
import type { RelatedPeople } from '../related-people.ts'

const guides = abilities['decide weeks']

/** An advisor whose students are handed over to this group's. */
const getGiverId = ({ review }: RelatedPeople) => `giver-of-${review}`

/** Another name and email for a person. */
const correctionOf = (id: string) => ({
  id,
  name: 'Robin Vale',
  email: `${id.toLowerCase()}@corrected.test`,
  ...profile,
})

/** Reviews: reading, marking, deciding. */
export const reviewCalls: [string, KnownCall][] = [
  ['GET /home', reachesNothing],
  ['GET /manifest', reachesNothing],
  ['GET /weekly-task', reachesNothing],
  ['GET /weekly-review', reachesOwn(({ review }) => ({ query: { week: review } }))],
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /review-list', () => reachesOwnReview),
  ...repeatForRoles(guides, 'PUT /update-review-details', (role) =>
    reachesByRole[role](({ review }) => ({
      body: { id: review, value: { seminar: 'completed' } },
    })),
  ),
  ...repeatForRoles(guides, 'PUT /finish-student', (role) =>
    reachesByRole[role](({ people }) => ({
      body: { value: { id: people.student, outcome: 'graduated', reason: 'All weeks done' } },
    })),
  ),
  ...repeatForRoles(guides, 'PUT /reopen-student', (role) => ({
    before: ({ context }, { people }) =>
      inTransaction(context, (tx) =>
        finishStudent(
          tx,
          { role: 'admin', personId: people.admin },
          { id: people.student, outcome: 'left' },
        ),
      ),
    ...reachesByRole[role](({ people }) => ({
      body: { value: { id: people.student, undo: true } },
    })),
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
      ...reachesEveryone((of) => ({
        body: { value: { from: getGiverId(of), to: of.people.advisor } },
      })),
    },
  ],
  [
    'PUT /admin/edit-student',
    {
      before: (app, of) => makePerson(app, 'advisor', { id: getGiverId(of) }),
      ...reachesEveryone((of) => ({
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
    reachesEveryone((of) => ({ body: { value: correctionOf(of.people.advisor) } })),
  ],
  [
    'PUT /admin/edit-reviewer',
    reachesEveryone((of) => ({
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
      ...reachesEveryone((of) => ({ body: { value: { from: getGiverId(of), takeBack } } })),
    },
  ]),
  ...repeatForRoles(guides, 'PUT /create-review', (role) =>
    reachesByRole[role](({ review }) => ({ body: { id: review, value: { status: 'next-week' } } })),
  ),
  ...repeatForRoles(guides, 'GET /decision', (role) =>
    reachesByRole[role](({ review }) => ({ query: { id: review } })),
  ),
  ...repeatForRoles(guides, 'PUT /undo-decision', (role) => ({
    before: ({ context }, { review, people }) =>
      inTransaction(context, (tx) =>
        applyDecision(
          tx,
          { role: 'advisor', personId: people.advisor },
          { id: review, way: 'next-week' },
        ),
      ),
    ...reachesByRole[role](({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ...repeatForRoles(guides, 'PUT /remind-turn', (role) => ({
    before: ({ context }, { bookedSlot, now }) =>
      context.db
        .updateTable('slots')
        .set({ starts_at: now - 2 * hourMs, ends_at: now - hourMs })
        .where('id', '=', bookedSlot)
        .execute(),
    ...reachesByRole[role](({ review }) => ({ body: { value: { reviewId: review } } })),
  })),
  ['PUT /advisor/remind', reachesOwn(({ review }) => ({ body: { value: { reviewId: review } } }))],
  ...repeatForRoles(
    ['student', 'advisor', 'reviewer'],
    'GET /review-history',
    () => reachesOwnReview,
  ),
  ['GET /admin/review-history', reachesEveryone(({ review }) => ({ query: { id: review } }))],
  ['GET /progress', reachesNothing],
  ['GET /advisor/progress', reachesOwn(({ people }) => ({ query: { student: people.student } }))],
  [
    'GET /admin/progress',
    reachesEveryone(({ people }) => ({ query: { student: people.student } })),
  ],
  ['GET /advisor/board', reachesNothing],
  ['GET /work', reachesNothing],
  [
    'PUT /work',
    reachesOwn(({ review }) => ({
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
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /work', () =>
    reachesOwn(({ review }) => ({ query: { review } })),
  ),
  ['GET /waiting-in-line', reachesNothing],
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /rubric', () =>
    reachesEveryone(({ domain }) => ({ query: { domain } })),
  ),
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /all-domain', () => reachesEveryone()),
  ...repeatForRoles(['advisor', 'reviewer'], 'GET /waiting', () => reachesNothing),
  ['GET /reviewer/review-draft', reachesOwnReview],
  [
    'PUT /reviewer/review-draft',
    reachesOwn(({ review }) => ({ body: { id: review, draft: { mark: null, pendingTask: [] } } })),
  ],
  ['GET /reviewer/review-before', reachesOwnReview],
  ['GET /reviewer/review-task', reachesOwnReview],
  [
    'PUT /reviewer/update-review-details',
    reachesOwn(({ review }) => ({
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
  ...repeatForRoles(roles, 'GET /review-feedback', (role) =>
    reachesByRole[role](({ review }) => ({ query: { id: review } })),
  ),
  [
    'PUT /reply-feedback',
    {
      before: ({ context }, { review, now }) =>
        context.db
          .insertInto('feedback')
          .values({ review_id: review, text: 'Well done', note: '', saved_at: now })
          .execute(),
      ...reachesOwn(({ review }) => ({ body: { value: { reviewId: review, text: 'Thank you' } } })),
    },
  ],
  ['GET /reviewer/phrases', reachesNothing],
  [
    'PUT /reviewer/phrases',
    { input: () => ({ body: { value: { phrases: ['Well done'] } } }), reaches: 'nothing' },
  ],
]
