import type { WithContext } from '../factories.ts'
import { makePerson, makeReview, makeSlot } from '../factories.ts'

type Someone = { _id: string }
type Domain = { _id: string; name: string }

/** Adds a reviewer of these domains, with the given parts of an availability (minutes). */
export async function addReviewer(
  app: WithContext,
  domains: Domain[],
  options: Partial<Record<'buffer' | 'mostADay' | 'notice', number>> & {
    name?: string
    blocked?: boolean
  } = {},
) {
  const { db, clock } = app.context
  const { buffer, mostADay, notice, ...person } = options
  const reviewer = await makePerson(app, 'reviewer', person)
  for (const { _id } of domains) {
    await db
      .insertInto('reviewer_domains')
      .values({ reviewer_id: reviewer._id, domain_id: _id })
      .execute()
  }
  if (buffer !== undefined || mostADay !== undefined || notice !== undefined) {
    await db
      .insertInto('availabilities')
      .values({
        reviewer_id: reviewer._id,
        saved_at: clock(),
        buffer: buffer ?? 0,
        most_a_day: mostADay ?? null,
        notice: notice ?? 0,
      })
      .execute()
  }
  return reviewer
}

type WaitingOptions = { domain: Domain; advisor: Someone; dueAt?: number; reviewedBy?: Someone }

/** Adds a new student's waiting review, optionally after two by one reviewer. */
export async function addWaitingReview(
  app: WithContext,
  { domain, reviewedBy, ...options }: WaitingOptions,
) {
  const { db, clock } = app.context
  const student = await makePerson(app, 'student', { domain })
  let before: string | null = null
  for (const weeks of reviewedBy ? [2, 1] : []) {
    const slot = await makeSlot(app, reviewedBy ?? student, clock() - weeks * 7 * 86_400_000)
    const past: string = await makeReview(app, {
      ...options,
      student,
      slot,
      conducted: true,
      closed: true,
    })
    await follow(past, before)
    before = past
  }
  const id = await makeReview(app, { ...options, student })
  await follow(id, before)
  return id

  async function follow(review: string, followed: string | null) {
    await db.updateTable('reviews').set({ follows_id: followed }).where('id', '=', review).execute()
  }
}
