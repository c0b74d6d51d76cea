import { createHash } from 'node:crypto'
import { z } from 'zod'
import { domainRefusals } from '#contract/domains/domain.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import {
  AssessedCriterion,
  assessmentRefusals,
  type GivenPoints,
} from '#contract/rubrics/assessment.ts'
import {
  addUpPoints,
  Criterion,
  type NewRubric,
  type RubricPart,
  rubricParts,
} from '#contract/rubrics/rubrics.ts'
import type { Tx } from '#server/database/transaction.ts'
import { lockDomain } from '#server/domains/actions.ts'
import { recordAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { readAssessment, readRubric, updateRubric, upsertAssessment } from './queries.ts'

const Criteria = z.array(Criterion)

/** The criteria of a domain; none if it has no rubric. Refuses an unknown domain (404). */
export async function getRubric({ db }: Context, domainId: string): Promise<Criterion[]> {
  const row = await readRubric(db, { domainId })
  if (!row) throw new Refused(domainRefusals.unknown)
  return row.rubric === null ? [] : Criteria.parse(JSON.parse(row.rubric))
}

/** Replaces the criteria of a domain and returns them. Refuses an unknown domain (404). */
export async function saveRubric(
  context: Context<Tx>,
  domainId: string,
  { criteria }: NewRubric,
): Promise<Criterion[]> {
  await lockDomain(context, domainId)
  const before = await getRubric(context, domainId)
  const after = criteria.map(toCriterion)
  const rubric = after.length === 0 ? null : JSON.stringify(after)
  await updateRubric(context.db, { domainId, rubric })
  await recordAudit(context, {
    kind: 'domains',
    id: domainId,
    before: { rubric: toAuditValue(before, formatScale) },
    after: { rubric: toAuditValue(after, formatScale) },
  })
  return after
}

/** Gives a domain the rubric of another one, if that has one. */
export async function copyRubric(context: Context<Tx>, from: string, to: string): Promise<void> {
  const criteria = await getRubric(context, from)
  if (criteria.length > 0) await saveRubric(context, to, { criteria })
}

/**
 * A criterion with its levels, best first, and an id that is a hash of it all. A reviewer who sends
 * the id has seen this very criterion, and an undone change has the former ids.
 */
export function toCriterion({
  name,
  part,
  points,
  levels,
}: NewRubric['criteria'][number]): Criterion {
  const criterion = { name, part, points, levels: levels.toSorted((a, b) => b.points - a.points) }
  const hash = createHash('sha256').update(JSON.stringify(criterion)).digest('base64url')
  return { _id: hash.slice(0, 22), ...criterion }
}

const Assessment = z.array(AssessedCriterion)

/** What a review was given by a rubric, from its column; nothing where none was used. */
export function toAssessedCriteria(criteria: string | null): AssessedCriterion[] {
  return criteria === null ? [] : Assessment.parse(JSON.parse(criteria))
}

/**
 * Saves the points of a marked review's criteria as copies of these, in place of those given
 * before. Refuses a review without a mark and criteria that the rubric does not have (409), points
 * that no level gives, and a mark that is not the sum of its criteria where all of them are given
 * (400).
 */
export async function saveAssessment(
  context: Context<Tx>,
  { _id: reviewId, status, student, mark }: Review,
  given: GivenPoints,
): Promise<void> {
  const { db } = context
  if (status !== 'conducted') throw new Refused(assessmentRefusals.notMarked)
  const criteria = student.domain ? await getRubric(context, student.domain._id) : []
  if (Object.keys(given).some((id) => !criteria.some(({ _id }) => _id === id))) {
    throw new Refused(assessmentRefusals.changed)
  }
  const after = criteria.flatMap((criterion) => toAssessed(criterion, given[criterion._id]))
  for (const part of rubricParts) refuseOtherSum(part, mark[part], criteria, after)
  const row = await readAssessment(db, { reviewId })
  const before = toAssessedCriteria(row?.criteria ?? null)
  await upsertAssessment(db, { reviewId, criteria: JSON.stringify(after) })
  await recordAudit(context, {
    kind: 'reviews',
    id: reviewId,
    before: { rubric: toAuditValue(before, formatGiven) },
    after: { rubric: toAuditValue(after, formatGiven) },
  })
}

/** A criterion with the points it was given; nothing where it was given none. */
function toAssessed(
  { _id, name, part, points: of, levels }: Criterion,
  points: number | undefined,
): AssessedCriterion[] {
  if (points === undefined) return []
  const level = levels.find((level) => level.points === points)
  if (!level) {
    const errors = { [`rubric.${_id}`]: `No level of ${name} gives ${points} points` }
    throw new Refused(assessmentRefusals.noLevel, { errors })
  }
  return [{ _id, name, part, points, of, text: level.text }]
}

/** Refuses a mark that is not the sum of its criteria, if all of them are given. */
function refuseOtherSum(
  part: RubricPart,
  mark: number,
  criteria: Criterion[],
  assessed: AssessedCriterion[],
): void {
  const given = assessed.filter((one) => one.part === part)
  const sum = addUpPoints(given)
  const areAll = given.length === criteria.filter((one) => one.part === part).length
  if (sum === null || !areAll || sum === mark) return
  const errors = { [`mark.${part}`]: `Its criteria add up to ${sum}` }
  throw new Refused(assessmentRefusals.otherSum, { errors })
}

/** One line for each criterion; null of none. */
function toAuditValue<T>(criteria: T[], format: (criterion: T) => string): string | null {
  return criteria.length === 0 ? null : JSON.stringify(criteria.map(format))
}

function formatScale({ name, part, levels }: Criterion): string {
  const scale = levels.map(({ points, text }) => `${points} ${text}`).join(', ')
  return `${name}, ${part} (${scale})`
}

function formatGiven({ name, part, points, of }: AssessedCriterion): string {
  return `${name}, ${part}: ${points} of ${of}`
}
