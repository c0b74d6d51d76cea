import { dayMs, hourMs, minuteMs } from '#contract/kit/time.ts'
import { failedLoginsAllowed } from '#contract/limits/accounts.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { lockIdOf } from '#server/accounts/locks/actions.ts'
import { newId } from '#server/kit/id.ts'
import { monday, type TestApp } from './app.ts'
import { makeDomain, makePerson, makeReview, makeSlot } from './make.ts'
import { nameAt, type Scenario } from './written.ts'
import { absencesOf, writtenAbsences } from './written-absences.ts'
import { writtenSlots } from './written-slots.ts'

const removePerson = (app: TestApp) => async (id: string) => {
  await app.context.db.deleteFrom('sessions').where('person_id', '=', id).execute()
  await app.context.db.deleteFrom('people').where('id', '=', id).execute()
}
const removeReview = (app: TestApp) => (id: string) =>
  app.context.db.deleteFrom('reviews').where('id', '=', id).execute()

const people =
  (role: 'student' | 'advisor' | 'reviewer', url: string, asker: 'admin' | 'advisor'): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, asker)
    const domain = await makeDomain(app)
    return {
      ...{ url, token, remove: removePerson(app) },
      add: async (place) => (await makePerson(app, role, { name: nameAt(place), domain }))._id,
    }
  }

const sessions =
  (role: Role): Scenario =>
  async (app) => {
    const person = await makePerson(app, role)
    const { db } = app.context
    return {
      ...{ url: `${basePath[role]}/sessions`, token: person.token },
      // Not by a login, which would end the oldest of so many.
      async add(place) {
        const id = newId()
        const created_at = app.time.now - (place % 5) * minuteMs
        const own = { person_id: person._id, created_at, used_at: created_at }
        const session = { id, token_hash: id, ...own, user_agent: null, address: null }
        await db.insertInto('sessions').values(session).execute()
        return id
      },
      remove: (id) => db.deleteFrom('sessions').where('id', '=', id).execute(),
    }
  }

const onPage = { on_page: 1, mail_due_at: null, push_due_at: null }
const notices =
  (role: Role): Scenario =>
  async (app) => {
    const { _id: person_id, token } = await makePerson(app, role)
    const { db } = app.context
    return {
      ...{ url: `${basePath[role]}/notices`, token },
      async add(place) {
        const id = newId()
        const told = { kind: 'password-changed', matter: id, facts: '{}' } as const
        const at = { at: monday - place * minuteMs, read_at: place % 2 ? monday : null }
        await db
          .insertInto('notices')
          .values({ id, person_id, ...told, ...at, ...onPage, review_id: null })
          .execute()
        return id
      },
      remove: (id) => db.deleteFrom('notices').where('id', '=', id).execute(),
    }
  }

const advised =
  (query: string, asker: 'advisor' | 'admin' = 'advisor'): Scenario =>
  async (app) => {
    const advisor = await makePerson(app, 'advisor')
    const student = await makePerson(app, 'student')
    const { token } = asker === 'admin' ? await makePerson(app, asker) : advisor
    const ofOne = `/admin/person-reviews${query}&person=${advisor._id}`
    const url = asker === 'admin' ? ofOne : `/advisor/review-list${query}`
    return {
      ...{ url, token, remove: removeReview(app) },
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
      ...{ url, token: reviewer.token, remove: removeReview(app) },
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

const absences =
  (asker: 'reviewer' | 'admin'): Scenario =>
  async (app) => {
    const reviewer = await makePerson(app, 'reviewer')
    const reviewer_id = reviewer._id
    const { token } = asker === 'admin' ? await makePerson(app, asker) : reviewer
    const of = asker === 'admin' ? `?reviewer=${reviewer_id}` : ''
    return {
      ...{ url: `${basePath[asker]}/absences${of}`, token },
      ...absencesOf(app, reviewer_id),
    }
  }

const domains =
  (role: 'advisor' | 'reviewer' | 'admin'): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, role)
    const { db } = app.context
    return {
      ...{ url: `/${role}/all-domain`, token },
      add: async (place) => (await makeDomain(app, `${nameAt(place)} ${newId()}`))._id,
      remove: (id) => db.deleteFrom('domains').where('id', '=', id).execute(),
    }
  }

/** Of the trail nothing is ever taken away, so each reading looks for a name of its own. */
const trail: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  const name = `Reader ${newId()}`
  const { _id } = await makePerson(app, 'admin', { name })
  return {
    ...{ url: `/admin/trail?search=${encodeURIComponent(name)}`, token },
    async add() {
      const id = newId()
      await app.context.db
        .insertInto('trail')
        .values({
          ...{ id, at: app.time.now, person_id: _id, call: 'PUT /x', address: '', request_id: '' },
          ...{ kind: 'people', subject_id: _id, before: null, after: null },
        })
        .execute()
      return id
    },
    remove: async () => undefined,
  }
}

const locks: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  const { db } = app.context
  return {
    ...{ url: '/admin/locks', token },
    async add(place) {
      const email = `${nameAt(place)} ${newId()}`
      const network = `10.0.0.${place}`
      const failed_at = app.time.now
      const failures = Array.from({ length: failedLoginsAllowed }, () => ({
        ...{ id: newId(), email, address: network, failed_at },
      }))
      await db.insertInto('login_failures').values(failures).execute()
      return lockIdOf({ email, network })
    },
    remove: (id) => {
      const [email] = JSON.parse(Buffer.from(id, 'base64url').toString())
      return db.deleteFrom('login_failures').where('email', '=', email).execute()
    },
  }
}

const mails =
  (url: string): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, 'admin')
    const { db } = app.context
    return {
      ...{ url, token },
      async add(place) {
        const row = {
          id: newId(),
          recipient: `${nameAt(place)}@school.test`,
          subject: '',
          body: '',
        }
        const at = { created_at: monday, due_at: monday, sent_at: place % 2 ? monday : null }
        await db
          .insertInto('outbox')
          .values({ ...row, ...at, attempts: 0 })
          .execute()
        return row.id
      },
      remove: (id) => db.deleteFrom('outbox').where('id', '=', id).execute(),
    }
  }

const atRisk: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    ...{ url: '/admin/students-at-risk', token },
    // The list is of students, each by their one open review.
    add: async (place) => {
      const { _id } = await makePerson(app, 'student', { name: nameAt(place) })
      await makeReview(app, { student: { _id }, dueAt: monday - (place % 4) * dayMs })
      return _id
    },
    remove: (id) => app.context.db.deleteFrom('reviews').where('student_id', '=', id).execute(),
  }
}

const absent: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    ...{ url: '/admin/absent-people', token, remove: removePerson(app) },
    async add(place) {
      const { _id } = await makePerson(app, 'student', { name: nameAt(place), verified: false })
      const created_at = monday - (5 + (place % 4)) * dayMs
      await app.context.db.updateTable('people').set({ created_at }).where('id', '=', _id).execute()
      return _id
    },
  }
}

/** Every list of the contract, as often as it has orders. */
export const writtenLists: Record<string, Scenario[]> = {
  ...Object.fromEntries(roles.map((role) => [`GET ${basePath[role]}/sessions`, [sessions(role)]])),
  ...Object.fromEntries(roles.map((role) => [`GET ${basePath[role]}/notices`, [notices(role)]])),
  'GET /admin/all-domain': [domains('admin')],
  'GET /advisor/all-domain': [domains('advisor')],
  'GET /reviewer/all-domain': [domains('reviewer')],
  'GET /admin/all-student': [
    people('student', '/admin/all-student', 'admin'),
    people('student', '/admin/all-student?search=a', 'admin'),
    people('student', '/admin/all-student?sort=-domain', 'admin'),
  ],
  'GET /admin/all-advisor': [people('advisor', '/admin/all-advisor', 'admin')],
  'GET /admin/all-reviewer': [people('reviewer', '/admin/all-reviewer', 'admin')],
  'GET /advisor/reviewer-list': [people('reviewer', '/advisor/reviewer-list', 'advisor')],
  'GET /admin/trail': [trail],
  'GET /admin/mails': [mails('/admin/mails'), mails('/admin/mails?sort=state')],
  'GET /admin/students-at-risk': [atRisk],
  'GET /admin/absent-people': [absent],
  'GET /admin/locks': [locks],
  'GET /manifest': [ofStudent('student')],
  'GET /admin/student-reviews': [ofStudent('admin')],
  'GET /advisor/review-list': [advised(''), advised('?type=booking'), advised('?sort=-student')],
  'GET /reviewer/review-list': [reviewed(''), reviewed('?home=true')],
  'GET /reviewer/absences': [absences('reviewer')],
  'GET /admin/absences': [absences('admin')],
  'GET /admin/person-reviews': [advised('?open=true', 'admin')],
  'GET /admin/calendar-load': [people('reviewer', '/admin/calendar-load', 'admin')],
  ...writtenAbsences,
  ...writtenSlots,
}
