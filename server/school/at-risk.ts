import { toInvitationDates } from '#contract/accounts/links/invitation-dates.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { inactiveDays, invitedInactiveDays } from '#contract/limits/accounts.ts'
import type { ConcernReason } from '#contract/progress/concern.ts'
import type {
  AtRiskCounts,
  listInactivePeople as absentEndpoint,
  InactivePerson,
  listStudentsAtRisk as riskEndpoint,
  StudentAtRisk,
} from '#contract/school/at-risk.ts'
import { toReference } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Context } from '#server/kit/context.ts'
import { findSubjectsNotifiedToday } from '#server/notifications/actions.ts'
import { getConditionInstants } from '#server/progress/concern-conditions.ts'
import { type ConcernRow, toConcerns } from '#server/progress/concern-rows.ts'
import {
  countAtRisk,
  countInactive,
  countOverdueReviewsByAdvisor,
  readAtRisk,
  readInactive,
} from './at-risk-queries.ts'
import { readWeeksWithoutTask } from './queries.ts'

/** How many advisors and weeks are listed by name. */
const [advisorsShown, weeksShown] = [10, 10]

/** How many students are at risk and people absent, by reason, and which weeks lack a task. */
export async function getAtRiskCounts(context: Context): Promise<AtRiskCounts> {
  const { db } = context
  const now = getConditionInstants(context)
  const { studentsAtRisk, ...atRisk } = await countAtRisk(db, now)
  const byAdvisor = await countOverdueReviewsByAdvisor(db, {
    overdueBefore: now.overdueBefore,
    most: advisorsShown,
  })
  const advisors = byAdvisor.flatMap(({ id }) => id ?? [])
  const reminded = await findSubjectsNotifiedToday(context, 'reminded', advisors)
  return {
    overdueByAdvisor: byAdvisor.map(({ id, name, reviews }) => ({
      advisor: toReference(id, name),
      reviews,
      remindedToday: id !== null && reminded.has(id),
    })),
    studentsAtRisk,
    atRisk,
    absent: await countInactive(db, getAbsenceLimits(context)),
    weeksWithoutTask: (await readWeeksWithoutTask(db, { most: weeksShown })).map(
      ({ domain_id: _id, domain: name, week, students }) => ({
        domain: { _id, name },
        week,
        students,
      }),
    ),
  }
}

/** Returns a page of students at risk, with the reasons. */
export async function listStudentsAtRisk(
  context: Context,
  { reason, advisor, student, ...asked }: EndpointQuery<typeof riskEndpoint>,
): Promise<Page<StudentAtRisk>> {
  const wanted = reason === undefined ? {} : { [reason]: 1 as const }
  const now = getConditionInstants(context)
  const page = await readAtRisk(context.db, { ...now, advisor, student, ...wanted }, asked)
  const reminded = await findSubjectsNotifiedToday(
    context,
    'reminded',
    page.items.map(({ review_id }) => review_id),
  )
  return mapPage(page, (row) => {
    const concern = toConcerns(row, now)
    const reasons = concern.map(({ reason }) => reason)
    return {
      _id: row.id,
      name: row.name,
      week: row.week,
      domain: toReference(row.domain_id, row.domain),
      advisor: toReference(row.advisor_id, row.advisor),
      review: { _id: row.review_id, date: toIsoInstant(row.due_at) },
      reasons,
      concern,
      toRemind: findPersonToRemind(row, reasons),
      remindedToday: reminded.has(row.review_id),
    }
  })
}

/** Returns the person who is late and can be reminded (`findReminderRecipient`). */
function findPersonToRemind(
  row: ConcernRow,
  reasons: readonly ConcernReason[],
): StudentAtRisk['toRemind'] {
  if (reasons.includes('no-advisor')) return null
  if (reasons.includes('unmarked')) {
    return row.reviewer_blocked_at === null ? toReference(row.reviewer_id, row.reviewer) : null
  }
  return reasons.includes('undecided') ? toReference(row.advisor_id, row.advisor) : null
}

/** Returns a page of people who never signed in, or not for a long time. */
export async function listInactive(
  context: Context,
  { why, ...asked }: EndpointQuery<typeof absentEndpoint>,
): Promise<Page<InactivePerson>> {
  const wanted = why === undefined ? {} : { [why]: 1 as const }
  const page = await readInactive(context.db, { ...getAbsenceLimits(context), ...wanted }, asked)
  return mapPage(
    page,
    ({ id, name, email, role, verified_at, created_at, invited_at, seen_at }) => ({
      _id: id,
      name,
      email,
      role,
      why: verified_at === null ? ('invited' as const) : ('away' as const),
      invitedAt: toIsoInstant(created_at),
      lastSeenAt: seen_at === null ? null : toIsoInstant(seen_at),
      invitation: verified_at === null ? toInvitationDates(invited_at ?? created_at) : null,
    }),
  )
}

function getAbsenceLimits({ clock }: Context) {
  return {
    invitedBefore: clock() - invitedInactiveDays * dayMs,
    seenBefore: clock() - inactiveDays * dayMs,
  }
}
