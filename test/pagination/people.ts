import { dayMs } from '#contract/kit/time/durations.ts'
import { newId } from '#server/kit/id.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson, makeReview } from '#test/factories.ts'
import { getNameAt, type Scenario } from './scenario.ts'

const removePerson = (app: TestApp) => async (id: string) => {
  await app.context.db.deleteFrom('sessions').where('person_id', '=', id).execute()
  await app.context.db.deleteFrom('people').where('id', '=', id).execute()
}

const people =
  (role: 'student' | 'advisor' | 'reviewer', url: string, asker: 'admin' | 'advisor'): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, asker)
    const domain = await makeDomain(app)
    return {
      url,
      token,
      remove: removePerson(app),
      add: async (place) => (await makePerson(app, role, { name: getNameAt(place), domain }))._id,
    }
  }

/** The asking admin has joined and is not among them. */
const invitedAdmins: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    url: '/admin/all-admin?state=unverified',
    token,
    remove: removePerson(app),
    add: async (place) =>
      (await makePerson(app, 'admin', { name: getNameAt(place), verified: false }))._id,
  }
}

const absent: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    url: '/admin/absent-people',
    token,
    remove: removePerson(app),
    async add(place) {
      const { _id } = await makePerson(app, 'student', { name: getNameAt(place), verified: false })
      const created_at = monday - (5 + (place % 4)) * dayMs
      await app.context.db.updateTable('people').set({ created_at }).where('id', '=', _id).execute()
      return _id
    },
  }
}

const atRisk: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    url: '/admin/students-at-risk',
    token,
    // A list of students by their open review.
    add: async (place) => {
      const { _id } = await makePerson(app, 'student', { name: getNameAt(place) })
      await makeReview(app, { student: { _id }, dueAt: monday - (place % 4) * dayMs })
      return _id
    },
    remove: (id) => app.context.db.deleteFrom('reviews').where('student_id', '=', id).execute(),
  }
}

const domains =
  (role: 'advisor' | 'reviewer' | 'admin', filter = ''): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, role)
    const { db } = app.context
    return {
      url: `/${role}/all-domain${filter}`,
      token,
      add: async (place) => (await makeDomain(app, `${getNameAt(place)} ${newId()}`))._id,
      remove: (id) => db.deleteFrom('domains').where('id', '=', id).execute(),
    }
  }

/** All lists of people and domains. */
export const peopleScenarios: Record<string, Scenario[]> = {
  'GET /admin/all-domain': [domains('admin'), domains('admin', '?state=active')],
  'GET /advisor/all-domain': [domains('advisor')],
  'GET /reviewer/all-domain': [domains('reviewer')],
  'GET /admin/all-student': [
    people('student', '/admin/all-student', 'admin'),
    people('student', '/admin/all-student?search=s', 'admin'),
    people('student', '/admin/all-student?sort=-domain', 'admin'),
  ],
  'GET /admin/all-advisor': [people('advisor', '/admin/all-advisor', 'admin')],
  'GET /admin/all-reviewer': [
    people('reviewer', '/admin/all-reviewer', 'admin'),
    people('reviewer', '/admin/all-reviewer?search=s&domain=all', 'admin'),
  ],
  'GET /admin/all-admin': [invitedAdmins],
  'GET /advisor/reviewer-list': [people('reviewer', '/advisor/reviewer-list', 'advisor')],
  'GET /admin/students-at-risk': [atRisk],
  'GET /admin/absent-people': [absent],
  'GET /admin/calendar-load': [people('reviewer', '/admin/calendar-load', 'admin')],
}
