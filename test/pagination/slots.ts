import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { basePath, type RoleAbleTo } from '#contract/roles.ts'
import { monday } from '#test/app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from '#test/factories.ts'
import { insertBusyTime } from '#test/private-calendar/insert.ts'
import { getNameAt, type Scenario } from './scenario.ts'

/** A reviewer's slots as read by a role. */
const slots =
  (role: 'reviewer' | 'advisor' | 'admin', path?: string): Scenario =>
  async (app) => {
    const reviewer = await makePerson(app, 'reviewer')
    const { token } = role === 'reviewer' ? reviewer : await makePerson(app, role)
    let next = 0
    return {
      url: path ?? `/advisor/slots/${reviewer._id}`,
      token,
      add: (place) =>
        makeSlot(app, reviewer, monday + hourMs + ((place % 20) * 50 + next++) * minuteMs, 1),
      remove: (id) => app.context.db.deleteFrom('slots').where('id', '=', id).execute(),
    }
  }

/** Slots that can be booked for a review, of reviewers of the student's domain. */
const freeSlots =
  (role: RoleAbleTo<'look for slots'>): Scenario =>
  async (app) => {
    const domain = await makeDomain(app)
    const people = {
      student: await makePerson(app, 'student', { domain }),
      advisor: await makePerson(app, 'advisor'),
      admin: await makePerson(app, 'admin'),
    }
    const review = await makeReview(app, people)
    let next = 0
    return {
      url: `${basePath[role]}/free-slots?review=${review}`,
      token: people[role].token,
      async add(place) {
        const reviewer = await makePerson(app, 'reviewer')
        const able = { reviewer_id: reviewer._id, domain_id: domain._id }
        await app.context.db.insertInto('reviewer_domains').values(able).execute()
        return makeSlot(app, reviewer, monday + hourMs + ((place % 20) * 50 + next++) * minuteMs, 1)
      },
      remove: (id) => app.context.db.deleteFrom('slots').where('id', '=', id).execute(),
    }
  }

/** The busy times of a reviewer's own calendar. */
const busyTimes: Scenario = async (app) => {
  const { db } = app.context
  const { _id: reviewer_id, token } = await makePerson(app, 'reviewer')
  let next = 0
  return {
    url: `/reviewer/busy-times?${march}`,
    token,
    async add(place) {
      const starts_at = monday + hourMs + ((place % 20) * 50 + next++) * minuteMs
      await insertBusyTime(app, reviewer_id, { starts_at, ends_at: starts_at + 1 })
      return toIsoInstant(starts_at)
    },
    remove: (id) => db.deleteFrom('busy_times').where('starts_at', '=', Date.parse(id)).execute(),
  }
}

/** The days on which they are added. */
const march = 'from=2026-03-02&to=2026-03-31'

/** Slots booked for an advisor's reviews. */
const advisedSlots =
  (url: string): Scenario =>
  async (app) => {
    const { db } = app.context
    const [advisor, student] = [await makePerson(app, 'advisor'), await makePerson(app, 'student')]
    const reviewer = await makePerson(app, 'reviewer')
    let next = 0
    return {
      url,
      token: advisor.token,
      async add(place) {
        const slot = await makeSlot(app, reviewer, monday + (place * 50 + next++) * minuteMs, 1)
        await makeReview(app, { advisor, student, slot })
        return slot
      },
      remove: (id) => db.deleteFrom('reviews').where('slot_id', '=', id).execute(),
    }
  }

/** Reviewers of the domain of an advisor's student. */
const guidedReviewers: Scenario = async (app) => {
  const { db } = app.context
  const [advisor, domain] = [await makePerson(app, 'advisor'), await makeDomain(app)]
  await makeReview(app, { advisor, student: await makePerson(app, 'student', { domain }) })
  return {
    url: `/advisor/calendar-load?${march}`,
    token: advisor.token,
    async add(place) {
      const { _id } = await makePerson(app, 'reviewer', { name: getNameAt(place) })
      const row = { reviewer_id: _id, domain_id: domain._id }
      await db.insertInto('reviewer_domains').values(row).execute()
      return _id
    },
    remove: (id) => db.deleteFrom('reviewer_domains').where('reviewer_id', '=', id).execute(),
  }
}

/** All lists of slots and of reviewers' loads. */
export const slotScenarios: Record<string, Scenario[]> = {
  'GET /reviewer/slot-list': [slots('reviewer', '/reviewer/slot-list')],
  'GET /reviewer/busy-times': [busyTimes],
  'GET /reviewer/own-slots': [slots('reviewer', `/reviewer/own-slots?${march}`)],
  'GET /advisor/slots/:id': [slots('advisor')],
  'GET /free-slots': [freeSlots('student')],
  'GET /advisor/free-slots': [freeSlots('advisor')],
  'GET /admin/free-slots': [freeSlots('admin')],
  'GET /reviewer/calendar': [slots('reviewer', `/reviewer/calendar?${march}`)],
  'GET /advisor/calendar': [advisedSlots(`/advisor/calendar?${march}`)],
  'GET /admin/calendar': [slots('admin', `/admin/calendar?${march}`)],
  'GET /advisor/calendar-load': [guidedReviewers],
}
