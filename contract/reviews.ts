import { z } from 'zod'
import { DomainName } from './domains.ts'
import { endpoint, listEndpoint, sortBy } from './kit/endpoint.ts'
import { absentRoles } from './kit/kinds/history-kind.ts'
import { refusal } from './kit/refusal.ts'
import { SlotWithReviewer } from './kit/slot.ts'
import { undoMinutes } from './limits/reviews.ts'
import { Timeline } from './reviews/timeline.ts'
import { Turn } from './reviews/turn.ts'

/** not-scheduled → review-scheduled (a slot is booked) → conducted (marks saved). */
export const reviewStatuses = ['not-scheduled', 'review-scheduled', 'conducted'] as const
export const ReviewStatus = z.enum(reviewStatuses)
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** How a week went (specification, section 4); empty until marks are saved. */
export const weekStatuses = [
  'Task Completed',
  'Task Needs Improvement',
  'Task Critical',
  'Week Repeat',
] as const
export const WeekStatus = z.enum([...weekStatuses, ''], {
  error: 'Please choose a week status',
})
export type WeekStatus = z.infer<typeof WeekStatus>

export const taskNotAdded = 'Not added'
export const taskCompleted = 'completed'
export const TaskState = z.enum([taskNotAdded, taskCompleted])
export type TaskState = z.infer<typeof TaskState>

export const Mark = z.object({ code: z.number(), theory: z.number(), weekStatus: WeekStatus })
export type Mark = z.infer<typeof Mark>

export const TaskStatus = z.object({
  seminar: TaskState,
  progress: TaskState,
  typing: TaskState,
})
export type TaskStatus = z.infer<typeof TaskStatus>

const PersonName = z.object({ _id: z.string(), name: z.string() })

export const ReviewStudent = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The student's present week; the review's own is `week`. */
  week: z.number(),
  domain: DomainName.nullable(),
})
export type ReviewStudent = z.infer<typeof ReviewStudent>

/** Another time that a student asks for, with the slots that would suit. */
export const RescheduleRequest = z.object({ reason: z.string(), slots: z.array(SlotWithReviewer) })
export type RescheduleRequest = z.infer<typeof RescheduleRequest>

export const Review = z.object({
  /** Also the id of the call's room. */
  _id: z.string(),
  status: ReviewStatus,
  week: z.number(),
  /** When the review is due: an ISO instant, seven days after it was opened. */
  date: z.string(),
  /** The booked slot's date (YYYY-MM-DD) and time (9:30 AM) in the organisation's zone. */
  day: z.string().nullable(),
  time: z.string().nullable(),
  /** When the slot begins, an ISO instant: a time that comes twice in a night is told apart. */
  startsAt: z.string().nullable(),
  student: ReviewStudent,
  /** Of a blocked student's review nothing is awaited: it is never overdue. */
  isStudentBlocked: z.boolean(),
  advisor: PersonName.nullable(),
  /** Whoever is blocked neither holds nor marks a review that is still theirs. */
  isReviewerBlocked: z.boolean(),
  reviewer: PersonName.extend({ email: z.string() }).nullable(),
  mark: Mark,
  /** Of the student's review before; null when it has no marks, or there is none. */
  lastMark: Mark.extend({ week: z.number() }).nullable(),
  pendingTask: z.array(z.string()),
  taskStatus: TaskStatus,
  /** True once the next review has been opened: the week was repeated or the next one begun. */
  isClosed: z.boolean(),
  /** Whether the student's domain has a task for the week after this one. */
  nextWeekHasTask: z.boolean(),
  life: Timeline,
  /** Whom it waits for now; null once it is followed. */
  turn: Turn.nullable(),
  /** Told to the student, the advisor and admins alone. */
  wish: RescheduleRequest.nullable(),
  /** Why the advisor keeps the time that the student asked to change; null also for reviewers. */
  declinedWish: z.string().nullable(),
  /** The slot that it lost, in a sentence, until it is booked again. */
  lostSlot: z.string().nullable(),
})
export type Review = z.infer<typeof Review>

/** Whether a slot can be booked for a review: it has none yet, and the week goes on. */
export function needsSlot({ status, isClosed }: Pick<Review, 'status' | 'isClosed'>): boolean {
  return status === 'not-scheduled' && !isClosed
}

export const noReviewsFoundMessage = 'no reviews found'
export const noReviewsPendingMessage = 'you have no reviews pending'
export const notFixedLabel = 'not fixed'
export const notScheduledLabel = 'not scheduled'
export const reviewStatusUpdatedMessage = 'review status updated successfully.'
export const reviewRefusals = {
  unknown: refusal(404, 'This review does not exist'),
  closed: refusal(409, 'The next review is already open'),
  lastWeek: refusal(409, 'Week 30 is the last week'),
  notFollowed: refusal(409, 'The next review is not open yet'),
  undoOver: refusal(
    409,
    `This can no longer be undone: ${undoMinutes} minutes have passed, or work on the next review has started`,
  ),
  noMark: refusal(400, 'Please send a mark or the pending tasks'),
}

export const reviewId = z.string().max(100)

/** `GET /home` before there is a review: the student alone. */
const StudentAlone = z.object({ student: ReviewStudent })

/** The present review as its student's home asks for it. */
export const HomeReview = Review.extend({
  /** Whether its reviewer is in the room now. */
  reviewerWaits: z.boolean(),
  /** Who did not come, where it waits for another slot for that reason. */
  absent: z.enum(absentRoles).nullable(),
})
export type HomeReview = z.infer<typeof HomeReview>

export const getHome = endpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'GET',
  path: '/home',
  summary:
    'Returns the latest review of the student’s current week, or only the student if there is none',
  reply: z.union([HomeReview, StudentAlone]),
})
export type Home = z.infer<(typeof getHome)['reply']>

export const getWeeklyReview = endpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'GET',
  path: '/weekly-review',
  summary:
    'Returns a review by its id, or the latest review of a week by its number. Defaults to the current week',
  query: z.object({ week: z.string().max(100).optional() }),
  reply: Review,
  refuses: [reviewRefusals.unknown],
})

export const listOwnReviews = listEndpoint({
  role: 'student',
  may: 'follow own progress',
  path: '/manifest',
  summary: 'Lists all of the student’s reviews, oldest first',
  item: Review,
})

/**
 * What a list of reviews can be in order of: by status in the order in which they come, `date` is when
 * they are due, and `when` the slot's beginning where there is one, else when they are due.
 */
export const reviewSorts = [
  'student',
  'advisor',
  'reviewer',
  'domain',
  'week',
  'status',
  'date',
  'when',
] as const

/**
 * What one's own reviews can be in order of, too: `next` begins with what is still to be done, the
 * soonest first, so that what is late comes before all else, and goes on with what is over, the
 * latest first. To be done is for a reviewer what is booked, for an advisor what is not decided.
 */
const ownReviewSorts = [...reviewSorts, 'next'] as const

/** How a review can stand, for lists to be narrowed to. */
export const reviewFilters = {
  /** Any value: only those that wait for a slot, the longest due first. */
  type: z.string().max(100).optional(),
  /** 'true': only open ones that are booked, held soonest first. */
  home: z.string().max(100).optional(),
  status: ReviewStatus.optional(),
  /** 'true': only those that no next review has followed. */
  open: z.string().max(100).optional(),
  /** 'true': only those that one has followed. */
  closed: z.string().max(100).optional(),
  /** 'true': only those that wait for a slot and are past their date, of students who are not blocked. */
  overdue: z.string().max(100).optional(),
}

const ownReviews = {
  may: 'follow reviews' as const,
  path: '/review-list',
  summary:
    'Lists the caller’s reviews, newest first or by `sort`. With `home`, only booked ones, soonest first',
  query: {
    ...reviewFilters,
    id: reviewId.optional(),
    search: z.string().max(200).optional(),
    /** 'true': `search` does not look behind the '@' of an address, unless it has one itself. */
    namesOnly: z.string().max(100).optional(),
    domain: z.string().max(100).optional(),
    week: z.coerce.number().int().min(0).max(1_000).optional(),
    /** 'true': only open ones whose student asks for another time; of an advisor alone. */
    wished: z.string().max(100).optional(),
    /** 'true': only open ones that lost their slot and have no other. */
    lost: z.string().max(100).optional(),
    /** 'true': only open ones that wait for the caller to act. */
    turn: z.string().max(100).optional(),
    /** 'true': only those whose student is not blocked. */
    active: z.string().max(100).optional(),
    sort: sortBy(ownReviewSorts),
    student: z.string().max(100).optional(),
  },
  refuses: [reviewRefusals.unknown],
}

/** A review as its advisor's list has it, with what the advisor alone is told of. */
export const AdvisorReview = Review.extend({
  /**
   * What left it without a slot. Null for one that waits for its first slot, and for one that waits
   * for none.
   */
  whyWaits: z.string().nullable(),
  /** Whether the advisor has reminded the student of it today. */
  remindedToday: z.boolean(),
})
export type AdvisorReview = z.infer<typeof AdvisorReview>

export const listReviews = {
  advisor: listEndpoint({ ...ownReviews, role: 'advisor', item: AdvisorReview }),
  reviewer: listEndpoint({ ...ownReviews, role: 'reviewer', item: Review }),
}

/** What a change of a review answers. */
export const ReviewReply = z.object({ message: z.string(), review: Review })

export const getReview = endpoint({
  role: 'admin',
  may: 'look at every review',
  method: 'GET',
  path: '/review',
  summary: 'Returns any review by its id',
  query: z.object({ id: reviewId }),
  reply: Review,
  refuses: [reviewRefusals.unknown],
})
