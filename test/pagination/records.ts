import { minuteMs } from '#contract/kit/time/durations.ts'
import { failedLoginsAllowed } from '#contract/limits/accounts.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import { toLockoutId } from '#server/accounts/lockouts/actions.ts'
import { newId } from '#server/kit/id.ts'
import { makeApiToken } from '#test/accounts/api-token.ts'
import { monday } from '#test/app.ts'
import { makePerson } from '#test/factories.ts'
import { insertDelivery, insertWebhook } from '#test/webhooks/factories.ts'
import { getNameAt, type Scenario } from './scenario.ts'

const sessions =
  (role: Role, ofOthers = false): Scenario =>
  async (app) => {
    const person = await makePerson(app, role)
    const { token } = ofOthers ? await makePerson(app, 'admin') : person
    const { db } = app.context
    const url = ofOthers
      ? `/admin/person-sessions?person=${person._id}`
      : `${basePath[role]}/sessions`
    return {
      url,
      token,
      // Not by logins, which would end the oldest sessions.
      async add(place) {
        const id = newId()
        const created_at = app.time.now - (place % 5) * minuteMs
        const own = { person_id: person._id, created_at, used_at: created_at }
        const session = { id, token_hash: id, ...own, user_agent: null, address: null }
        await db
          .insertInto('sessions')
          .values({ ...session, signed_in_by: 'password' })
          .execute()
        return id
      },
      remove: (id) => db.deleteFrom('sessions').where('id', '=', id).execute(),
    }
  }

const apiTokens =
  (role: Role, ofOthers = false): Scenario =>
  async (app) => {
    const person = await makePerson(app, role)
    const { token } = ofOthers ? await makePerson(app, 'admin') : person
    return {
      token,
      url: ofOthers ? `/admin/person-tokens?person=${person._id}` : `${basePath[role]}/tokens`,
      async add(place) {
        const createdAt = app.time.now - (place % 5) * minuteMs
        return (await makeApiToken(app, person._id, { createdAt }))._id
      },
      remove: (id) => app.context.db.deleteFrom('api_tokens').where('id', '=', id).execute(),
    }
  }

const onPage = { on_page: 1, mail_due_at: null, push_due_at: null }
const notices =
  (role: Role): Scenario =>
  async (app) => {
    const { _id: person_id, token } = await makePerson(app, role)
    const { db } = app.context
    return {
      url: `${basePath[role]}/notices`,
      token,
      async add(place) {
        const id = newId()
        const notice = { kind: 'password-changed', dedupe_key: id, payload: '{}' } as const
        const at = { at: monday - place * minuteMs, read_at: place % 2 ? monday : null }
        await db
          .insertInto('notifications')
          .values({ id, person_id, ...notice, ...at, ...onPage, review_id: null })
          .execute()
        return id
      },
      remove: (id) => db.deleteFrom('notifications').where('id', '=', id).execute(),
    }
  }

/** Nothing is ever removed from the audit log, so each test searches for its own name. */
const auditLog: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  const name = `Reader ${newId()}`
  const { _id } = await makePerson(app, 'admin', { name })
  return {
    url: `/admin/trail?search=${encodeURIComponent(name)}`,
    token,
    async add() {
      const id = newId()
      await app.context.db
        .insertInto('audit_log')
        .values({
          id,
          at: app.time.now,
          person_id: _id,
          call: 'PUT /x',
          address: '',
          request_id: '',
          kind: 'people',
          subject_id: _id,
          before: null,
          after: null,
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
    url: '/admin/locks',
    token,
    async add(place) {
      const email = `${getNameAt(place)} ${newId()}`
      const network = `10.0.0.${place}`
      const failed_at = app.time.now
      const failures = Array.from({ length: failedLoginsAllowed }, () => ({
        id: newId(),
        email,
        address: network,
        failed_at,
      }))
      await db.insertInto('login_failures').values(failures).execute()
      return toLockoutId({ email, network })
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
      url,
      token,
      async add(place) {
        const row = {
          id: newId(),
          recipient: `${getNameAt(place)}@school.test`,
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

const webhooks: Scenario = async (app) => {
  const { token } = await makePerson(app, 'admin')
  return {
    url: '/admin/webhooks',
    token,
    add: () => insertWebhook(app),
    remove: (id) => app.context.db.deleteFrom('webhooks').where('id', '=', id).execute(),
  }
}

const deliveries =
  (state: string): Scenario =>
  async (app) => {
    const { token } = await makePerson(app, 'admin')
    const webhook = await insertWebhook(app)
    return {
      url: `/admin/webhook-deliveries?webhook=${webhook}${state}`,
      token,
      add: () => insertDelivery(app, webhook),
      remove: (id) =>
        app.context.db.deleteFrom('webhook_deliveries').where('id', '=', id).execute(),
    }
  }

/** All lists of records: sessions, API tokens, notifications, locks, mails and the audit log. */
export const recordScenarios: Record<string, Scenario[]> = {
  ...Object.fromEntries(roles.map((role) => [`GET ${basePath[role]}/sessions`, [sessions(role)]])),
  ...Object.fromEntries(roles.map((role) => [`GET ${basePath[role]}/notices`, [notices(role)]])),
  'GET /admin/person-sessions': [sessions('student', true)],
  ...Object.fromEntries(roles.map((role) => [`GET ${basePath[role]}/tokens`, [apiTokens(role)]])),
  'GET /admin/person-tokens': [apiTokens('student', true)],
  'GET /admin/trail': [auditLog],
  'GET /admin/mails': [mails('/admin/mails'), mails('/admin/mails?sort=state')],
  'GET /admin/locks': [locks],
  'GET /admin/webhooks': [webhooks],
  'GET /admin/webhook-deliveries': [deliveries(''), deliveries('&state=failed')],
}
