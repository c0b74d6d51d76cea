import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { canBeStopped } from '#contract/kit/mail-kind.ts'
import { secondMs } from '#contract/kit/time.ts'
import { mailAnswerMs } from '#contract/limits/mails.ts'
import type { Context } from '../context.ts'
import { eachAtOnce } from '../limits/each-at-once.ts'
import { logSeldom } from '../ops/log-seldom.ts'
import { isGivenUp, oneLineOf, reasonOf, retryInMs } from './failure.ts'
import type { Sender } from './message/compose.ts'
import { readContent } from './message/content.ts'
import { claimMs } from './outbox.ts'
import type { ClaimedMail, Postman } from './postman.ts'
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
/** One that takes longer leaves its place to the next: a slow mail server holds up its own mail alone. */
const usualSlowMs = 5 * secondMs
/** So many are on their way with those that are slow: as many connections a mail server takes from one. */
const mailsAtOnceMax = 50

/** The mail server's address, undefined where there is none, and the sender of every mail. */
type MailWay = Pick<Context['settings'], 'smtpUrl' | 'mailFrom'>

type MailerOptions = {
  /**
   * Where mails go and whom they come from, asked for each of them: both can be set anew. Without an
   * address each mail is a file in the folder `outbox` of `dataDir`.
   */
  way: () => Promise<MailWay>
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Another time for a try than the usual one, and for who waits for how one mail goes. */
  tryMs?: number
  tellWithinMs?: number
  /** Another time after which a mail is slow. */
  slowMs?: number
}

/** A mail that was taken, and what was said to it. */
type Away = { mail: ClaimedMail; answer: string; isFile: boolean }

type Mailer = Postman & {
  /** Sends what is due, and waits for none that is slow; never raises an error. */
  deliver: (stopped?: AbortSignal) => Promise<void>
  /** Waits for the mails in hand. */
  finish: () => Promise<void>
}

/** Makes a mailer; it sends when it is told to, and admins' pages hear what became of a mail. */
export function createMailer(context: Context, options: MailerOptions): Mailer {
  const { db, clock } = context
  const { way, dataDir, log, tryMs, tellWithinMs = mailAnswerMs } = options
  const { slowMs = usualSlowMs } = options
  const logTrouble = logSeldom((error, times) => {
    const about = { reason: reasonOf(error), ...(times > 0 && { times }) }
    log.error(about, 'the outbox cannot be read or written')
  })
  /** Mails that are away, while the database cannot be told so: nothing is sent before it is. */
  const away = new Map<string, Away>()
  const inHand = new Set<Promise<void>>()

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
      while (inHand.size >= mailsAtOnceMax) await Promise.race(inHand)
      if (stopped?.aborted) return
      await unlessSlow(claimAndSend(id))
    })
  }

  async function claimAndSend(id: string): Promise<void> {
    const now = clock()
    const mail = await claimMail(db, { id, now, until: now + claimMs })
    if (mail) await send(mail)
  }

  /** Raises what goes wrong as long as it waits for it, so that nothing more is begun. */
  async function unlessSlow(sending: Promise<void>): Promise<void> {
    let isSlow = false
    keepInHand(
      sending.catch((error: unknown) => {
        if (isSlow) logTrouble(error)
      }),
    )
    await Promise.race([sending, setTimeout(slowMs, undefined, { ref: false })])
    isSlow = true
  }

  function keepInHand(work: Promise<void>): void {
    const kept = work.finally(() => inHand.delete(kept))
    inHand.add(kept)
  }

  async function sendNow(mail: ClaimedMail): Promise<void> {
    const sending = orLogged(() => send(mail))
    keepInHand(sending)
    await Promise.race([sending, setTimeout(tellWithinMs, undefined, { ref: false })])
  }

  async function orLogged(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logTrouble(error)
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const { id, good_until: until } = mail
    const now = clock()
    if (until !== null && until <= now) {
      await dropLate(db, { id, now })
      log.info({ mail: id }, 'mail not sent: it has become of no use')
    } else {
      const { smtpUrl, mailFrom: from } = await way()
      const sender = senderOf(context, from)
      const carry = smtpUrl
        ? carryBySmtp(smtpUrl, sender, tryMs)
        : carryToFiles(join(dataDir, 'outbox'), sender)
      await carry(mail).then(
        (answer) => noteTaken({ mail, answer, isFile: !smtpUrl }),
        (error: unknown) => noteRefused(mail, error),
      )
    }
    context.live.changed('school', 'admins')
  }

  async function noteTaken(one: Away): Promise<void> {
    away.set(one.mail.id, one)
    await noteOne(one)
  }

  async function noteRefused(mail: ClaimedMail, error: unknown): Promise<void> {
    const now = clock()
    const waitMs = retryInMs(mail)
    const attempts = mail.attempts + 1
    const reason = reasonOf(error)
    const failure = { id: mail.id, attempts, reason: oneLineOf(reason), dueAt: now + waitMs }
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

  async function noteOne({ mail, answer, isFile }: Away): Promise<void> {
    await noteSent(db, { id: mail.id, now: clock(), answer: oneLineOf(answer) })
    if (!away.delete(mail.id)) return
    // Without a mail server this line is how an admin gets at the link.
    const link = isFile ? { link: linkOf(mail) } : {}
    log.info({ mail: mail.id, ...link }, isFile ? 'mail written to a file' : 'mail sent')
  }

  return { deliver, sendNow, finish: async () => void (await Promise.all(inHand)) }
}

/** Who sends the school's mails, as its settings are now. */
export function senderOf(context: Context, from: string): Sender {
  return {
    from,
    school: () => context.settings,
    unsubscribeUrl: async (mail) =>
      canBeStopped(mail.kind) ? await unsubscribeUrl(context, mail) : undefined,
  }
}

function linkOf({ body }: ClaimedMail): string | undefined {
  const content = readContent(body)
  return content ? content.button?.url : body.match(/https?:\/\/\S+/)?.[0]
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
