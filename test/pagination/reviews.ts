import { dayMs, hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { monday, type TestApp } from '#test/app.ts'
import { makePerson, makeReview, makeSlot } from '#test/factories.ts'
import type { Scenario } from './scenario.ts'

const removeReview = (app: TestApp) => (id: string) =>
  app.context.db.deleteFrom('reviews').where('id', '=', id).execute()

const advised =
  (query: string, asker: 'advisor' | 'admin' = 'advisor'): Scenario =>
  async (app) => {
    const advisor = await makePerson(app, 'advisor')
    const student = await makePerson(app, 'student')
    const { token } = asker === 'admin' ? await makePerson(app, asker) : advisor
    const ofOne = `/admin/person-reviews${query}&person=${advisor._id}`
    const url = asker === 'admin' ? ofOne : `/advisor/review-list${query}`
    return {
      url,
      token,
      remove: removeReview(app),
      add: (place) => makeReview(app, { advisor, student, dueAt: monday + (place % 4) * dayMs }),
    }
  }

const reviewed =
  (query: string): Scenario =>
  async (app) => {
    const reviewer = await makePerson(app, 'reviewer')
    const student = await makePerson(app, 'student')
    let next = 0
    const url = `/reviewer/review-list${query}`
    return {
      url,
      token: reviewer.token,
      remove: removeReview(app),
      async add(place) {
        const startsAt = monday + hourMs + (place * 50 + next++) * minuteMs
        return makeReview(app, { student, slot: await makeSlot(app, reviewer, startsAt, 1) })
      },
    }
  }

const ofStudent =
  (role: 'student' | 'admin'): Scenario =>
  async (app) => {
    const student = await makePerson(app, 'student')
    const { token } = role === 'student' ? student : await makePerson(app, 'admin')
    const url = role === 'student' ? '/manifest' : `/admin/student-reviews?student=${student._id}`
    return { url, token, add: () => makeReview(app, { student }), remove: removeReview(app) }
  }

/** Its items are students, each with an open review. */
const board: Scenario = async (app) => {
  const advisor = await makePerson(app, 'advisor')
  return {
    url: '/advisor/board',
    token: advisor.token,
    async add(place) {
      const student = await makePerson(app, 'student')
      await makeReview(app, { advisor, student, dueAt: monday + ((place % 6) - 3) * dayMs })
      return student._id
    },
    remove: (id) => app.context.db.deleteFrom('reviews').where('student_id', '=', id).execute(),
  }
}

/** All lists of reviews. */
export const reviewScenarios: Record<string, Scenario[]> = {
  'GET /manifest': [ofStudent('student')],
  'GET /admin/student-reviews': [ofStudent('admin')],
  'GET /advisor/review-list': [
    advised(''),
    advised('?type=booking'),
    advised('?sort=-student'),
    advised('?sort=next'),
  ],
  'GET /advisor/board': [board],
  'GET /reviewer/review-list': [reviewed(''), reviewed('?home=true')],
  'GET /admin/person-reviews': [advised('?open=true', 'admin')],
}
