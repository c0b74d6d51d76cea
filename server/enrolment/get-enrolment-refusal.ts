import { enrolmentRefusals } from '#contract/enrolment.ts'
import type { Refusal } from '#contract/kit/refusal.ts'
import { peopleRefusals } from '#contract/people/people.ts'
import type { Context } from '#server/kit/context.ts'
import { readEnrolment } from './queries.ts'

/**
 * Why a course did not change: there is no such student, or they are not verified, or have finished
 * if that is a reason, or else `otherwise`.
 */
export async function getEnrolmentRefusal(
  { db }: Context,
  id: string,
  otherwise: Refusal,
  ifFinished = otherwise,
): Promise<Refusal> {
  const student = await readEnrolment(db, { id })
  if (!student) return peopleRefusals.unknownStudent
  if (student.verified_at === null) return enrolmentRefusals.notVerified
  return student.finished_at === null ? otherwise : ifFinished
}
