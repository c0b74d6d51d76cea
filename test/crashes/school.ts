import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Random } from '#seed/random.ts'
import { openDatabase } from '#server/database/connect.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { mailsAtOnce } from '#server/kit/mail/send-due-mails.ts'
import { makeWebhookSecret } from '#server/webhooks/sending/sign.ts'
import type { Cluster } from '#test/databases/postgres.ts'
import { makePerson } from '#test/factories.ts'
import { startMailServer } from '#test/mail/mail-server.ts'
import { startPushService } from '#test/push/push-service.ts'
import { findInconsistencies } from '#test/schools/checks/find-inconsistencies.ts'
import { findUnmailed } from '#test/schools/checks/find-unmailed.ts'
import {
  findWrongNotifications,
  readNotificationRows,
} from '#test/schools/checks/find-wrong-notifications.ts'
import {
  makeSchoolDatabase,
  makeSender,
  type RealServer,
  startServer,
} from '#test/schools/real-school.ts'
import { startScript } from '#test/schools/school-under-writes.ts'
import { insertWebhook } from '#test/webhooks/factories.ts'
import { findEventProblems } from '#test/webhooks/find-event-problems.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { applyEffects, type Facts, findLosses, type OpenCall } from './find-losses.ts'
import { makeWorkspaces, remindSoon, startWriting, type Work } from './load.ts'
import { findMailProblems, parseMail, readOutbox, type ServerRun } from './mails.ts'
import type { WriterContext } from './make-change.ts'
import { findPushProblems, getPushesFromIndex, type ReceivedPush, subscribeAll } from './pushes.ts'
import { readFacts } from './read-facts.ts'
import { findReminderProblems } from './reminders.ts'
import type { Workspace } from './weeks.ts'

const within = 30_000
const mailWithinMs = 3_000
/** Mails are sent one by one. */
const allMailsWithinMs = 180_000

/**
 * A school on a real server with a real mail server. The database is only opened to look at it, so
 * that after a kill the server itself recovers it.
 */
export async function makeCrashSchool(random: Random, cluster?: Cluster, work?: Work) {
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const pushService = await startPushService()
  onTestFinished(pushService.stop)
  const { context, settings: own, address } = await makeSchoolDatabase(cluster)
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const settings = {
    ...own,
    SMTP_URL: mailServer.url,
    PUSH_TEST_ORIGIN: pushService.origin,
    WEBHOOK_TEST_ORIGIN: receiver.origin,
  }
  const admin = await makePerson({ context }, 'admin')
  const secret = makeWebhookSecret()
  await insertWebhook({ context }, { url: receiver.url, secret })
  await context.db.destroy()
  const servers: RealServer[] = []
  const runs: ServerRun[] = []
  const pushRuns: ServerRun<ReceivedPush>[] = []
  const reminded: Workspace['reminded'][] = []
  const desk: WriterContext = {
    send: makeSender(servers),
    random,
    known: new Map(),
    open: [],
    count: { acknowledged: 0, repeated: 0 },
    adminToken: admin.token,
    forgotten: new Set(),
  }

  /** Opens the database for one task. */
  async function inDatabase<T>(work: (context: Context) => Promise<T>): Promise<T> {
    const db = openDatabase(address)
    try {
      return await work({ ...context, db })
    } finally {
      await db.destroy()
    }
  }

  const learn = (actual: Facts) => {
    for (const [name, value] of actual) desk.known.set(name, value)
  }

  const run = {
    /** The runs of the server with their mails. */
    runs,
    /**
     * The runs with their push messages. Deliveries in progress at a database failure are kept
     * apart.
     */
    pushRuns,
    desk,
    inDatabase,

    /** Starts the server and checks that everything is there. */
    async start() {
      servers[0] = await startServer(settings)
      await run.check()
    },

    /** Starts the server and kills it after so many ms. */
    async startAndKill(afterMs: number) {
      const starting = startScript('server/main.ts', [], settings)
      await setTimeout(afterMs)
      starting.signal('SIGKILL')
      await starting.ended
      await run.closeLife(true)
    },

    /**
     * Returns what was lost or applied partly. Everything found counts as acknowledged from now on.
     * Then repeats the calls without a reply: each must be applied once, by its key.
     */
    async check() {
      const open = desk.open.splice(0)
      await run.compare(open)
      for (const { what, effects, again } of open) {
        if (!again) continue
        expect(await again(), what).toBe(200)
        applyEffects(desk.known, effects)
        desk.count.repeated++
      }
      if (open.length > 0) await run.compare([])
    },

    /** Compares acknowledged and possible effects with the database. */
    async compare(open: OpenCall[]) {
      await inDatabase(async ({ db }) => {
        const actual = await readFacts(db)
        expect(findLosses(desk.known, open, actual)).toEqual([])
        expect(await findInconsistencies(db)).toEqual([])
        expect(findWrongNotifications(await readNotificationRows(db), Date.now())).toEqual([])
        if (address.kind === 'sqlite') expect(await damage(db)).toEqual([])
        learn(actual)
      })
    },

    /**
     * Lets the writers work, breaks something and waits for their last replies: after so many ms,
     * or when the next mail or event arrives, before the server has recorded it.
     */
    async write(moment: number | 'mail' | 'event', breakIt: () => Promise<unknown>) {
      const corners = await inDatabase(async (at) => {
        const made = await inTransaction(at, (stage) => makeWorkspaces({ context: stage }))
        learn(await readFacts(at.db))
        return made
      })
      reminded.push(...corners.map((corner) => corner.reminded))
      await subscribeAll(pushService, desk.send, corners)
      await inDatabase((at) => remindSoon(at, random, corners))
      const writing = startWriting(desk, corners, work)
      await writing.underWay()
      if (moment === 'mail') await Promise.race([mailServer.nextMail(), setTimeout(mailWithinMs)])
      else if (moment === 'event') {
        await Promise.race([receiver.nextArrival(), setTimeout(mailWithinMs)])
      } else await setTimeout(moment)
      await breakIt()
      expect(await writing.end()).toEqual([])
    },

    /** Stops the server. */
    async end(signal: 'SIGKILL' | 'SIGTERM') {
      servers[0]?.process.signal(signal)
      const code = await servers[0]?.process.ended
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null)
      await run.closeLife(signal === 'SIGKILL')
    },

    /** Stores the mails of one run. */
    async closeLife(wasKilled: boolean) {
      // What a killed server had sent completely belongs to its run, even if it is read later.
      await mailServer.untilQuiet()
      await pushService.untilQuiet()
      run.closePushes(wasKilled)
      const before = runs.reduce((sum, { arrived }) => sum + arrived.length, 0)
      const arrived = await Promise.all(mailServer.mails.slice(before).map(parseMail))
      runs.push({ arrived, wasKilled })
    },

    /**
     * Stores the push messages so far. An interrupted server may not have recorded the last ones.
     */
    closePushes(wasKilled: boolean) {
      const before = pushRuns.reduce((sum, { arrived }) => sum + arrived.length, 0)
      pushRuns.push({ arrived: getPushesFromIndex(pushService, before), wasKilled })
    },

    /** Waits until the server is ready. */
    async untilReady() {
      const deadline = performance.now() + within
      while ((await desk.send('GET', '/readyz', { token: '' }))?.status !== 200) {
        if (performance.now() > deadline) {
          const last = servers[0]?.process.errors.slice(-40).join('\n')
          throw new Error(`The server does not come back: ${last}`)
        }
        await setTimeout(50)
      }
    },

    /** Waits until claims of a killed server have expired and everything is sent. */
    async sendTheRest() {
      await inDatabase(async ({ db }) => {
        await db.updateTable('outbox').set({ due_at: 0 }).where('sent_at', 'is', null).execute()
        await db.updateTable('pushes').set({ due_at: 0 }).execute()
        await hurryWebhooks(db)
        const gathered = db.updateTable('notifications').set({ mail_due_at: 0 })
        await gathered.where('mail_due_at', 'is not', null).execute()
      })
      await run.start()
      await inDatabase(async ({ db }) => {
        const deadline = performance.now() + allMailsWithinMs
        while ((await isAnyLeft(db)) && performance.now() < deadline) await setTimeout(100)
      })
      await run.end('SIGTERM')
    },

    /** Checks the notifications of all runs, with their mails and push messages. */
    async checkNotices() {
      return await inDatabase(async ({ db, clock }) => {
        expect(findWrongNotifications(await readNotificationRows(db), clock())).toEqual([])
        expect(await findUnmailed(db, clock())).toEqual([])
        expect(await findPushProblems(db, pushRuns, desk.forgotten)).toEqual([])
        expect(await findReminderProblems(db, reminded)).toEqual([])
        return (await db.selectFrom('notifications').select('id').execute()).length
      })
    },

    /**
     * Checks the events of all runs, and returns how many there were and how many arrived twice.
     */
    async checkEvents() {
      const arrivals = receiver.received.map((received, place) => ({
        received,
        at: receiver.arrivedAt[place] ?? 0,
      }))
      return await inDatabase(async ({ db }) => {
        const hasErasures = desk.forgotten.size > 0
        expect(await findEventProblems(db, { arrivals, secret }, hasErasures)).toEqual([])
        const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
        return { events: ids.size, repeated: arrivals.length - ids.size }
      })
    },

    /** Checks the mails of all runs. */
    async checkMails() {
      const outbox = await inDatabase(readOutbox)
      expect(findMailProblems(outbox, runs, mailsAtOnce)).toEqual([])
      return outbox.mails.length
    },
  }
  return run
}

/** Ends the claims of a killed server. */
async function hurryWebhooks(db: Context['db']): Promise<void> {
  const waiting = db.updateTable('webhook_deliveries').where('due_at', 'is not', null)
  await waiting.set({ due_at: 0, claimed_until: null }).execute()
}

async function damage(db: Context['db']): Promise<unknown[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const references = await sql`pragma foreign_key_check`.execute(db)
  const found = integrity.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
  return [...found, ...references.rows]
}

/** Whether anything is still to be mailed, pushed or reminded. */
async function isAnyLeft(db: Context['db']): Promise<boolean> {
  const mails = db.selectFrom('outbox').select('id').where('sent_at', 'is', null)
  const notices = db.selectFrom('notifications').select('id')
  const left = await Promise.all([
    mails.where('dropped_at', 'is', null).executeTakeFirst(),
    notices.where('mail_due_at', 'is not', null).executeTakeFirst(),
    notices.where('push_due_at', 'is not', null).executeTakeFirst(),
    db.selectFrom('pushes').select('notification_id').executeTakeFirst(),
    db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('due_at', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('reminders')
      .select('review_id')
      .where('due_at', '<', Date.now())
      .executeTakeFirst(),
  ])
  return left.some((row) => row !== undefined)
}
