import { basePath } from '#contract/roles.ts'
import { newId } from '#server/kit/id.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'
import type { Scenario } from './scenario.ts'

const march = '?from=2026-03-01&to=2026-03-31'

/** Adds a reviewer's absences, one a day, and removes them. */
function readAbsences({ context: { db } }: TestApp, reviewer_id: string) {
  return {
    async add(place: number) {
      const date = `2026-03-0${(place % 5) + 1}`
      const row = { id: newId(), reviewer_id, date_from: date, date_to: date, reason: 'Ill' }
      await db
        .insertInto('absences')
        .values({ ...row, created_at: monday })
        .execute()
      return row.id
    },
    remove: (id: string) => db.deleteFrom('absences').where('id', '=', id).execute(),
  }
}

/** A reviewer's absences as read by a role. */
const absences =
  (role: 'reviewer' | 'advisor' | 'admin', url: string): Scenario =>
  async (app) => {
    const reviewer = await makePerson(app, 'reviewer')
    const { _id: reviewer_id } = reviewer
    const { token } = role === 'reviewer' ? reviewer : await makeReader(app, role, reviewer_id)
    return {
      url,
      token,
      ...readAbsences(app, reviewer_id),
    }
  }

/** An admin, or the advisor of a student in the reviewer's domain. */
async function makeReader(app: TestApp, role: 'advisor' | 'admin', reviewer_id: string) {
  const reader = await makePerson(app, role)
  if (role === 'admin') return reader
  const domain = await makeDomain(app)
  const able = { reviewer_id, domain_id: domain._id }
  await app.context.db.insertInto('reviewer_domains').values(able).execute()
  const student = await makePerson(app, 'student', { domain })
  await makeReview(app, { advisor: reader, student })
  return reader
}

const ownAbsences =
  (asker: 'reviewer' | 'admin'): Scenario =>
  async (app) => {
    const reviewer = await makePerson(app, 'reviewer')
    const reviewer_id = reviewer._id
    const { token } = asker === 'admin' ? await makePerson(app, asker) : reviewer
    const of = asker === 'admin' ? `?reviewer=${reviewer_id}` : ''
    return {
      url: `${basePath[asker]}/absences${of}`,
      token,
      ...readAbsences(app, reviewer_id),
    }
  }

/** All lists of absences. */
export const absenceScenarios: Record<string, Scenario[]> = {
  'GET /reviewer/absences': [ownAbsences('reviewer')],
  'GET /admin/absences': [ownAbsences('admin')],
  'GET /reviewer/calendar-absences': [absences('reviewer', `/reviewer/calendar-absences${march}`)],
  'GET /advisor/calendar-absences': [absences('advisor', `/advisor/calendar-absences${march}`)],
  'GET /admin/calendar-absences': [absences('admin', `/admin/calendar-absences${march}`)],
}
