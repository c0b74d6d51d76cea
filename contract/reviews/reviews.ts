import { z } from 'zod'
import { DomainName } from '../domains/domain.ts'
import { defineEndpoint, defineListEndpoint, makeSortSchema } from '../kit/endpoint.ts'
import { courseOutcomes } from '../kit/kinds/course-outcome.ts'
import { noShowRoles } from '../kit/kinds/history-kind.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { SlotWithReviewer } from '../kit/slot.ts'
import { calendarDateSchema } from '../kit/time/calendar-date-schema.ts'
import { lastWeek } from '../limits/limits.ts'
import { undoMinutes } from '../limits/reviews.ts'
import { Timeline } from './timeline.ts'
import { Turn } from './turn.ts'

/** not-scheduled → review-scheduled (with a slot) → conducted (with marks). */
export const reviewStatuses = ['not-scheduled', 'review-scheduled', 'conducted'] as const
export const ReviewStatus = z.enum(reviewStatuses)
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** The result of a week (specification, section 4); empty until there are marks. */
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

export const WeekTaskStates = z.object({
  seminar: TaskState,
  progress: TaskState,
  typing: TaskState,
})
export type WeekTaskStates = z.infer<typeof WeekTaskStates>

const PersonName = z.object({ _id: z.string(), name: z.string() })

export const ReviewStudent = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The student's current week. The review's own is `week`. */
  week: z.number(),
  domain: DomainName.nullable(),
})
export type ReviewStudent = z.infer<typeof ReviewStudent>

/** A student's reschedule request, with the slots they propose. */
export const RescheduleRequest = z.object({ reason: z.string(), slots: z.array(SlotWithReviewer) })
export type RescheduleRequest = z.infer<typeof RescheduleRequest>

export const Review = z.object({
  /** Also the id of the call's room. */
  _id: z.string(),
  status: ReviewStatus,
  week: z.number(),
  /** The due date: an ISO instant, seven days after the review was opened, and on no holiday. */
  date: z.string(),
  /** The slot's date (YYYY-MM-DD) and time (9:30 AM) in the school's time zone. */
  day: z.string().nullable(),
  time: z.string().nullable(),
  /** The slot's start as an ISO instant, unambiguous when the clock is set back. */
  startsAt: z.string().nullable(),
  student: ReviewStudent,
  /** A blocked or paused student's review waits for nothing and is never overdue. */
  isStudentBlocked: z.boolean(),
  isStudentPaused: z.boolean(),
  /** The student has finished the course, which closed the last review. */
  isStudentFinished: z.boolean(),
  advisor: PersonName.nullable(),
  /** A blocked reviewer neither holds nor marks their reviews. */
  isReviewerBlocked: z.boolean(),
  reviewer: PersonName.extend({ email: z.string() }).nullable(),
  mark: Mark,
  /** The marks of the student's previous review; null if there are none. */
  lastMark: Mark.extend({ week: z.number() }).nullable(),
  pendingTask: z.array(z.string()),
  taskStatus: WeekTaskStates,
  /**
   * True once the next review is open, for the same week or the next one, or the course is over.
   */
  isClosed: z.boolean(),
  /** Whether the student's domain has a task for the following week. */
  nextWeekHasTask: z.boolean(),
  /** Whether the student's course has no week after it: by the domain's last week or its tasks. */
  isLastWeek: z.boolean(),
  life: Timeline,
  /** Whom it waits for; null once it is closed. */
  turn: Turn.nullable(),
  /** Only for the student, the advisor and admins. */
  wish: RescheduleRequest.nullable(),
  /** The advisor's reason for declining a reschedule request; null for reviewers. */
  declinedWish: z.string().nullable(),
  /** A sentence about the slot it lost, until it is booked again. */
  lostSlot: z.string().nullable(),
})
export type Review = z.infer<typeof Review>

/** Whether a review waits for nothing, because its student is blocked or paused. */
export function isOnHold({
  isStudentBlocked,
  isStudentPaused,
}: Partial<Pick<Review, 'isStudentBlocked' | 'isStudentPaused'>>): boolean {
  return Boolean(isStudentBlocked || isStudentPaused)
}

/** Whether a review waits for a slot: it has none and is open. */
export function needsSlot({ status, isClosed }: Pick<Review, 'status' | 'isClosed'>): boolean {
  return status === 'not-scheduled' && !isClosed
}

export const noReviewsFoundMessage = 'no reviews found'
export const noReviewsPendingMessage = 'you have no reviews pending'
export const notFixedLabel = 'not fixed'
export const notScheduledLabel = 'not scheduled'
export const reviewStatusUpdatedMessage = 'review status updated successfully.'
export const reviewRefusals = {
  unknown: defineRefusal(404, 'This review does not exist'),
  closed: defineRefusal(409, 'The next review is already open'),
  lastWeek: defineRefusal(409, `Week ${lastWeek} is the last week`),
  notFollowed: defineRefusal(409, 'The next review is not open yet'),
  undoOver: defineRefusal(
    409,
    `This can no longer be undone: ${undoMinutes} minutes have passed, or work on the next review has started`,
  ),
  noMark: defineRefusal(400, 'Please send a mark or the pending tasks'),
}

export const reviewId = z.string().max(100)

/** `GET /home` of a student without a review. */
const StudentAlone = z.object({ student: ReviewStudent })

/** The current review, for the student's home. */
export const HomeReview = Review.extend({
  /** Whether the reviewer is in the call. */
  reviewerWaits: z.boolean(),
  /** Who did not come, if that is why it waits for a slot. */
  absent: z.enum(noShowRoles).nullable(),
  /** While the student's course is paused: until when, if that is known, and why. */
  pause: z.object({ until: calendarDateSchema.nullable(), reason: z.string() }).nullable(),
  /** How the student's course has ended; null while it goes on. */
  finished: z.enum(courseOutcomes).nullable(),
  /** How far the student is with the week’s work. */
  work: z.object({ ticks: z.array(z.string()), isReady: z.boolean() }),
})
export type HomeReview = z.infer<typeof HomeReview>

export const getHome = defineEndpoint({
  role: 'student',
  may: 'follow own progress',
  method: 'GET',
  path: '/home',
  summary:
    'Returns the latest review of the student’s current week, or only the student if there is none',
  reply: z.union([HomeReview, StudentAlone]),
})
export type Home = z.infer<(typeof getHome)['reply']>

export const getWeeklyReview = defineEndpoint({
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

export const listOwnReviews = defineListEndpoint({
  role: 'student',
  may: 'follow own progress',
  path: '/manifest',
  summary: 'Lists all of the student’s reviews, oldest first',
  item: Review,
})

/**
 * Sort columns of reviews. `status` follows their order above, `date` is the due date, and `when`
 * the slot's start or, without a slot, the due date.
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
 * Sort columns of one's own reviews. `next` lists what is still to do, soonest first, then what is
 * done, latest first. To do means booked for reviewers, and undecided for advisors.
 */
const ownReviewSorts = [...reviewSorts, 'next'] as const

export const reviewFilters = {
  /** Any value: only those that wait for a slot, earliest due first. */
  type: z.string().max(100).optional(),
  /** 'true': only open, booked ones, soonest first. */
  home: z.string().max(100).optional(),
  status: ReviewStatus.optional(),
  /** 'true': only open ones. */
  open: z.string().max(100).optional(),
  /** 'true': only closed ones. */
  closed: z.string().max(100).optional(),
  /** 'true': only overdue ones without a slot, of students who take part. */
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
    /** 'true': `search` ignores the part of an address after the '@', unless it has one itself. */
    namesOnly: z.string().max(100).optional(),
    domain: z.string().max(100).optional(),
    week: z.coerce.number().int().min(0).max(1_000).optional(),
    /** 'true': only open ones with a reschedule request. For advisors. */
    wished: z.string().max(100).optional(),
    /** 'true': only open ones that lost their slot and have no other. */
    lost: z.string().max(100).optional(),
    /** 'true': only open ones that wait for the caller. */
    turn: z.string().max(100).optional(),
    /** 'true': only those whose student is not blocked. */
    active: z.string().max(100).optional(),
    sort: makeSortSchema(ownReviewSorts),
    student: z.string().max(100).optional(),
  },
  refuses: [reviewRefusals.unknown],
}

/** A review in its advisor's list, with fields for the advisor. */
export const AdvisorReview = Review.extend({
  /** Why it has no slot; null if it never had one or does not need one. */
  whyWaits: z.string().nullable(),
  /** Whether the advisor has already reminded the student today. */
  remindedToday: z.boolean(),
})
export type AdvisorReview = z.infer<typeof AdvisorReview>

export const listReviews = {
  advisor: defineListEndpoint({ ...ownReviews, role: 'advisor', item: AdvisorReview }),
  reviewer: defineListEndpoint({ ...ownReviews, role: 'reviewer', item: Review }),
}

/** The reply to a change of a review. */
export const ReviewChangeReply = z.object({ message: z.string(), review: Review })

export const getReview = defineEndpoint({
  role: 'admin',
  may: 'look at every review',
  method: 'GET',
  path: '/review',
  summary: 'Returns any review by its id',
  query: z.object({ id: reviewId }),
  reply: Review,
  refuses: [reviewRefusals.unknown],
})
