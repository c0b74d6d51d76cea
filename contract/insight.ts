import { z } from 'zod'
import { defineEndpoint } from './kit/endpoint.ts'
import { calendarDateSchema } from './kit/time/calendar-date-schema.ts'

/** Whoever held fewer reviews is not compared with others: a few marks say little. */
export const minReviewsToCompare = 20
/** A week with fewer reviews is not what a finding is about. */
export const minReviewsForFinding = 10

/** Figures of the held reviews of one week of the course; null where none was held. */
export const WeekInsight = z.object({
  week: z.number(),
  held: z.number(),
  /** Students with a held review of the week, and how many of them repeated it or were critical. */
  students: z.number(),
  repeats: z.number(),
  critical: z.number(),
  /** Median marks. */
  code: z.number().nullable(),
  theory: z.number().nullable(),
  /** Median days from the due date to the review; negative if it was earlier. */
  days: z.number().nullable(),
  noShows: z.number(),
})
export type WeekInsight = z.infer<typeof WeekInsight>

/** Mean marks, the number of reviews they rest on, and the minutes together in their calls. */
const MeanMarks = z.object({
  held: z.number(),
  minutes: z.number(),
  code: z.number(),
  theory: z.number(),
})

export const ReviewerInsight = MeanMarks.extend({ _id: z.string(), name: z.string() })
export type ReviewerInsight = z.infer<typeof ReviewerInsight>

export const Insight = z.object({
  weeks: z.array(WeekInsight),
  /** By name. */
  reviewers: z.array(ReviewerInsight),
  /** Of all these reviews; null if there are none. */
  school: MeanMarks.nullable(),
})
export type Insight = z.infer<typeof Insight>

export const getInsight = defineEndpoint({
  role: 'admin',
  may: 'watch the school',
  method: 'GET',
  path: '/insight',
  summary:
    'Returns figures by week and by reviewer, of the reviews that were held from `from` to `to`',
  query: z.object({
    /** The domain of the students. */
    domain: z.string().max(100).optional(),
    /** The first and last day of the reviews, in the school's time zone. */
    from: calendarDateSchema.optional(),
    to: calendarDateSchema.optional(),
  }),
  reply: Insight,
})
