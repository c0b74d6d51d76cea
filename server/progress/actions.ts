import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import { progressReviewsMax } from '#contract/limits/reviews.ts'
import { allDomainsValue, peopleRefusals } from '#contract/people/people.ts'
import type {
  BoardStudent,
  getBoard as boardEndpoint,
  OwnProgress,
  Progress,
  ProgressReview,
} from '#contract/progress/progress.ts'
import { ReviewStatus, WeekStatus } from '#contract/reviews/reviews.ts'
import { parseEnum, parseTextList, toReference } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { toSearchWords } from '#server/database/list/search.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { showTimeline } from '#server/reviews/view/timeline.ts'
import { getConditionInstants } from './concern-conditions.ts'
import { isStudentActive, toConcerns } from './concern-rows.ts'
import {
  rankRangeByStanding,
  readBoard,
  readConcernRow,
  readNewestReviews,
  readStudent,
} from './queries.ts'

type WeekRow = Awaited<ReturnType<typeof readNewestReviews>>[number]
type BoardRow = Awaited<ReturnType<typeof readBoard>>['items'][number]

/** A student's own progress: their reviews, oldest first. */
export async function getOwnProgress(context: Context, studentId: string): Promise<OwnProgress> {
  return { weeks: showWeeks(await readNewest(context, studentId)) }
}

/**
 * A student's progress, with the reasons for concern. Refuses an unknown student, and for advisors
 * one whose latest review is not theirs (404).
 */
export async function getProgress(
  context: Context,
  { role, personId }: { role: 'advisor' | 'admin'; personId: string },
  studentId: string,
): Promise<Progress> {
  const student = await readStudent(context.db, { id: studentId })
  const rows = student ? await readNewest(context, studentId) : []
  const isTheirs = role === 'admin' || rows[0]?.advisor_id === personId
  if (!student || !isTheirs) throw new Refused(peopleRefusals.unknownStudent)
  const open = await readConcernRow(context.db, { studentId })
  return {
    student: {
      _id: student.id,
      name: student.name,
      week: student.week ?? firstWeek,
      domain: toReference(student.domain_id, student.domain),
    },
    weeks: showWeeks(rows),
    concern: open ? toConcerns(open, getConditionInstants(context)) : [],
  }
}

function readNewest({ db }: Context, studentId: string): Promise<WeekRow[]> {
  return readNewestReviews(db, { studentId, most: progressReviewsMax })
}

/** Converts rows, newest first, to the reviews of a course, oldest first. */
function showWeeks(rows: WeekRow[]): ProgressReview[] {
  return rows.toReversed().map((row) => {
    const isMarked = row.status === 'conducted'
    return {
      week: row.week,
      review: row.id,
      isClosed: row.closed_at !== null,
      status: parseEnum(ReviewStatus.options, row.status),
      due: toIsoInstant(row.due_at),
      held: showTimeline(row).held,
      code: isMarked ? row.code : null,
      theory: isMarked ? row.theory : null,
      weekStatus: parseEnum(WeekStatus.options, row.week_status),
      repeats: row.tries - 1,
      noShows: row.no_shows ?? 0,
      minutes: Math.round((row.together_ms ?? 0) / minuteMs),
      pendingTask: parseTextList(row.pending_task),
    }
  })
}

/** A page of an advisor's students, those with the most reasons for concern first. */
export async function listBoard(
  context: Context,
  advisorId: string,
  { search, domain, reason, standing, ...asked }: EndpointQuery<typeof boardEndpoint>,
): Promise<Page<BoardStudent>> {
  const instants = getConditionInstants(context)
  const page = await readBoard(
    context.db,
    {
      ...instants,
      ...toSearchWords(search),
      advisorId,
      domain: domain === allDomainsValue ? undefined : domain || undefined,
      ...(reason && { [reason]: 1 as const }),
      ...(standing && rankRangeByStanding[standing]),
    },
    asked,
  )
  return mapPage(page, (row) => {
    const concern = toConcerns(row, instants)
    const onTrack = concern.length > 0 ? 'at-risk' : 'on-track'
    return {
      _id: row.id,
      name: row.name,
      week: row.week,
      review: row.review_id,
      domain: toReference(row.domain_id, row.domain),
      status: parseEnum(ReviewStatus.options, row.status),
      due: toIsoInstant(row.due_at),
      startsAt: row.starts_at === null ? null : toIsoInstant(row.starts_at),
      lastMark: getLastMark(row),
      standing: isStudentActive(row) ? onTrack : 'on-hold',
      concern,
    }
  })
}

/** The marks of the open review, or of the one before it; null if neither has any. */
function getLastMark(row: BoardRow): BoardStudent['lastMark'] {
  const { status, code, theory, week_status, last_status, last_week_status } = row
  if (status === 'conducted') {
    return { code, theory, weekStatus: parseEnum(WeekStatus.options, week_status) }
  }
  const { last_code, last_theory } = row
  if (last_status !== 'conducted' || last_code === null || last_theory === null) return null
  const weekStatus = parseEnum(WeekStatus.options, last_week_status ?? '')
  return { code: last_code, theory: last_theory, weekStatus }
}
