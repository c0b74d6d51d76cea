import { inTransaction } from '#server/kit/context.ts'
import { followReview } from '#server/reviews/actions.ts'
import { each, everyone, type KnownCall, nothing, own, reviewById } from '../known-call.ts'

/** Reviews: read, marked, followed by the next. */
export const reviewCalls: [string, KnownCall][] = [
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
  ['PUT /advisor/remind', own(({ review }) => ({ body: { value: { reviewId: review } } }))],
  ...each(['student', 'advisor', 'reviewer'], 'GET /review-history', () => reviewById),
  ['GET /admin/review-history', everyone(({ review }) => ({ query: { id: review } }))],
  ['GET /waiting-in-line', nothing],
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
      body: { id: review, value: { mark: { code: 1, theory: 2, weekStatus: 'Task Critical' } } },
    })),
  ],
]
