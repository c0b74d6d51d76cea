import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { secondMs } from '#contract/kit/time.ts'
import { mailAnswerMs } from '#contract/limits.ts'
import type { Context } from '../context.ts'
import { eachAtOnce } from '../limits/each-at-once.ts'
import { isGivenUp, reasonOf, retryInMs } from './failure.ts'
import type { Sender } from './message/compose.ts'
import { readContent } from './message/content.ts'
import { type ClaimedMail, claimMs } from './outbox.ts'
import {
  claimMail,
  dropLate,
  giveUp,
  mostDue,
  noteFailure,
  noteSent,
  readDueMail,
} from './queries.ts'
import { carryBySmtp, carryToFiles } from './transport.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

const lookEveryMs = secondMs
/** So many mails are on their way at a time, each over a connection of its own. */
export const mailsAtOnce = 20
/** As much is kept of what a mail server says. */
const answerMaxLength = 500

type MailerOptions = {
  /** Undefined: each mail is a file in the folder `outbox` of `dataDir`. */
  smtpUrl: string | undefined
  dataDir: string
  from: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Another time for a try than the usual one, and for who waits for how one mail goes. */
  tryMs?: number
  tellWithinMs?: number
}

/** Sends a mail that was taken on for it at once, whatever else is due. */
export type Postman = {
  /** Returns when it is known how that went, or after the time that a call can wait for it. */
  sendNow: (mail: ClaimedMail) => Promise<void>
}

/** A mail that was taken, and what was said to it. */
type Away = { mail: ClaimedMail; answer: string }

type Mailer = Postman & {
  /** Sends what is due; never raises an error. Told to stop, it finishes the mails in hand. */
  deliver: (stopped?: AbortSignal) => Promise<void>
  /** Waits for the mails that are being sent at once. */
  finish: () => Promise<void>
}

/** Makes a mailer; it sends when it is told to, and admins' pages hear what became of a mail. */
export function createMailer(context: Context, options: MailerOptions): Mailer {
  const { db, clock } = context
  const { smtpUrl, dataDir, from, log, tryMs, tellWithinMs = mailAnswerMs } = options
  const sender: Sender = {
    from,
    school: () => context.settings,
    unsubscribeUrl: (mail) => unsubscribeUrl(context, mail),
  }
  const carry = smtpUrl
    ? carryBySmtp(smtpUrl, sender, tryMs)
    : carryToFiles(join(dataDir, 'outbox'), sender)
  /** Mails that are away, while the database cannot be told so: nothing is sent before it is. */
  const away = new Map<string, Away>()
  const atOnce = new Set<Promise<void>>()

  async function deliver(stopped?: AbortSignal): Promise<void> {
    await orLogged(async () => {
      await noteAway()
      for (;;) {
        const due = await readDueMail(db, { now: clock() })
        await sendAll(due, stopped)
        if (stopped?.aborted || due.length < mostDue) return
      }
    })
  }

  async function sendAll(due: { id: string }[], stopped?: AbortSignal): Promise<void> {
    await eachAtOnce(due, mailsAtOnce, async ({ id }) => {
      if (stopped?.aborted) return
      const now = clock()
      const mail = await claimMail(db, { id, now, until: now + claimMs })
      if (mail) await send(mail)
    })
  }

  async function sendNow(mail: ClaimedMail): Promise<void> {
    const sending = orLogged(() => send(mail)).finally(() => atOnce.delete(sending))
    atOnce.add(sending)
    await Promise.race([sending, setTimeout(tellWithinMs, undefined, { ref: false })])
  }

  async function orLogged(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the outbox cannot be read or written')
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const { id, good_until: until } = mail
    const now = clock()
    if (until !== null && until <= now) {
      await dropLate(db, { id, now })
      log.info({ mail: id }, 'mail not sent: it has become of no use')
    } else {
      await carry(mail).then(
        (answer) => noteTaken(mail, answer),
        (error: unknown) => noteRefused(mail, error),
      )
    }
    context.live.changed('school', 'admins')
  }

  async function noteTaken(mail: ClaimedMail, answer: string): Promise<void> {
    const one = { mail, answer }
    away.set(mail.id, one)
    await noteOne(one)
  }

  async function noteRefused(mail: ClaimedMail, error: unknown): Promise<void> {
    const now = clock()
    const waitMs = retryInMs(mail)
    const attempts = mail.attempts + 1
    const reason = reasonOf(error)
    const failure = { id: mail.id, attempts, reason: storable(reason), dueAt: now + waitMs }
    const about = { mail: mail.id, attempt: attempts, reason }
    if (isGivenUp(mail, error, now)) {
      await giveUp(db, { ...failure, now })
      log.error(about, 'mail given up')
    } else {
      await noteFailure(db, failure)
      log.warn({ ...about, retryInMs: waitMs }, 'mail not sent')
    }
  }

  async function noteAway(): Promise<void> {
    for (const one of [...away.values()]) await noteOne(one)
  }

  async function noteOne({ mail, answer }: Away): Promise<void> {
    await noteSent(db, { id: mail.id, now: clock(), answer: storable(answer) })
    if (!away.delete(mail.id)) return
    // Without a mail server this line is how an admin gets at the link.
    const link = smtpUrl ? {} : { link: linkOf(mail) }
    log.info({ mail: mail.id, ...link }, smtpUrl ? 'mail sent' : 'mail written to a file')
  }

  return { deliver, sendNow, finish: async () => void (await Promise.all(atOnce)) }
}

function linkOf({ body }: ClaimedMail): string | undefined {
  const content = readContent(body)
  return content ? content.button?.url : body.match(/https?:\/\/\S+/)?.[0]
}

/** What a mail server says can be anything: in one line, without signs that a database refuses. */
function storable(said: string): string {
  return said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, answerMaxLength)
    .toWellFormed()
}

/** Starts to look into the outbox every second and to send what is due, until it is stopped. */
export function startMailer(
  context: Context,
  options: MailerOptions,
): Postman & { stop: () => Promise<void> } {
  const mailer = createMailer(context, options)
  const stopping = new AbortController()
  const delivering = deliverUntil(stopping.signal)

  async function deliverUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await mailer.deliver(stopped)
      await setTimeout(lookEveryMs, undefined, { signal: stopped }).catch(() => {})
    }
    await mailer.finish()
    // The last chance to note a mail that is away; nothing more is sent.
    await mailer.deliver(stopped)
  }

  return {
    sendNow: mailer.sendNow,
    stop() {
      stopping.abort()
      return delivering
    },
  }
}
