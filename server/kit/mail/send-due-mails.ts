import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import { testMailTimeoutMs } from '#contract/limits/mails.ts'
import type { Context } from '../context.ts'
import { throttleLog } from '../ops/log/throttled-log.ts'
import type { ClaimedMail, DeliveryLoop } from './claimed-mail.ts'
import {
  type DeliveryResult,
  defaultTryMs,
  type MailTransport,
  makeMailTransport,
  type OutgoingMail,
} from './delivery/mail-transport.ts'
import { getFailureReason, getRetryDelayMs, isGivenUp, toOneLine } from './delivery-failure.ts'
import { parseContent } from './message/content.ts'
import { mailClaimMs } from './outbox.ts'
import { claimDue, dropExpired, giveUp, recordFailure, recordSent } from './queries.ts'
import { makeGetSender } from './sender-identity.ts'

const pollEveryMs = secondMs
/** Mails sent at a time; with slow ones up to `sendingMax`. */
export const mailsAtOnce = 20
/** A mail that takes longer frees its place: a slow mail server delays only its own mails. */
const defaultSlowMs = 5 * secondMs
/** As many connections as mail servers usually accept from one client. */
const sendingMax = 50
const recordWithinMs = 50

/** The mail server, undefined if none is set, and the sender of every mail. */
type MailSettings = Pick<Context['settings'], 'smtpUrl' | 'mailFrom'>

type MailerOptions = {
  /**
   * Reads the mail settings, which can change; called for each batch. Without a mail server, each
   * mail becomes a file in the folder `outbox` of `dataDir`.
   */
  getMailSettings: () => Promise<MailSettings>
  dataDir: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** The transport; by default one in this thread. */
  transport?: MailTransport
  /** Overrides of the default timeouts. */
  tryMs?: number
  answerWithinMs?: number
  /** Override of the time after which a mail is slow. */
  slowMs?: number
}

/** The destination of mails, and the sender of each. */
type Route = { to: OutgoingMail['to']; senderOf: (mail: ClaimedMail) => OutgoingMail['sender'] }

/** An accepted mail, and the server's answer. */
type SentMail = { mail: ClaimedMail; answer: string; isFile: boolean }

type Refusal = Extract<DeliveryResult, { isAccepted: false }>

type Mailer = DeliveryLoop & {
  /** Sends due mails without waiting for slow ones; never throws. */
  deliver: (stopped?: AbortSignal) => Promise<void>
  /** Waits for the mails being sent. */
  finish: () => Promise<void>
}

/** Creates a mailer, which sends on request and notifies admins' pages of each result. */
export function createMailer(context: Context, options: MailerOptions): Mailer {
  const { db, clock } = context
  const {
    getMailSettings,
    dataDir,
    log,
    transport = makeMailTransport(),
    tryMs = defaultTryMs,
  } = options
  const { slowMs = defaultSlowMs, answerWithinMs = testMailTimeoutMs } = options
  const logError = throttleLog((error, times) => {
    const about = { reason: getFailureReason(error), ...(times > 0 && { times }) }
    log.error(about, 'the outbox cannot be read or written')
  })
  /** Mails that were sent but are not yet recorded as sent. */
  const unrecorded = new Map<string, SentMail>()
  const inFlight = new Set<Promise<void>>()
  let recording: Promise<void> | undefined

  async function deliver(stopped?: AbortSignal): Promise<void> {
    await logErrors(async () => {
      await (recording ?? recordSentMails())
      await sendDue(stopped)
    })
  }

  /** Stops starting mails after an error, and throws it when all quick mails are done. */
  async function sendDue(stopped?: AbortSignal): Promise<void> {
    const errors: unknown[] = []
    const quick = new Set<Promise<void>>()
    const begin = (mail: ClaimedMail, by: Promise<Route>) => {
      const sending = waitUnlessSlow(send(mail, by)).catch(
        (error: unknown) => void errors.push(error),
      )
      track(quick, sending)
    }
    while (errors.length === 0 && !stopped?.aborted) {
      const places = Math.min(mailsAtOnce - quick.size, sendingMax - inFlight.size)
      // Claiming several mails costs the database as much as one.
      if (quick.size > mailsAtOnce / 2 || places <= 0) {
        await Promise.race([...quick, ...inFlight])
        continue
      }
      const mails = await claimSome(places).catch((error: unknown) => {
        errors.push(error)
        return []
      })
      if (mails.length === 0) break
      // Read after the claim: a mail queued after a change of settings uses the new ones.
      const by = findRoute()
      for (const mail of mails) begin(mail, by)
    }
    await Promise.all(quick)
    if (errors.length > 0) throw errors[0]
  }

  /** Read once for a batch; each of its mails handles a failure. */
  function findRoute(): Promise<Route> {
    const route = readRoute()
    route.catch(() => {})
    return route
  }

  async function readRoute(): Promise<Route> {
    const { smtpUrl, mailFrom } = await getMailSettings()
    const to = smtpUrl === undefined ? { folder: join(dataDir, 'outbox') } : { smtpUrl }
    return { to, senderOf: await makeGetSender(context, mailFrom) }
  }

  function claimSome(most: number): Promise<ClaimedMail[]> {
    const now = clock()
    return claimDue(db, { now, until: now + mailClaimMs, most })
  }

  /** Throws errors only while it waits; later ones are logged. */
  async function waitUnlessSlow(sending: Promise<void>): Promise<void> {
    let isSlow = false
    track(
      inFlight,
      sending.catch((error: unknown) => {
        if (isSlow) logError(error)
      }),
    )
    await Promise.race([sending, setTimeout(slowMs, undefined, { ref: false })])
    isSlow = true
  }

  /** Keeps a promise, which never rejects, in a set until it settles. */
  function track(underWay: Set<Promise<void>>, work: Promise<void>): void {
    const kept = work.finally(() => underWay.delete(kept))
    underWay.add(kept)
  }

  async function sendNow(mail: ClaimedMail): Promise<void> {
    const sending = logErrors(() => send(mail, findRoute()))
    track(inFlight, sending)
    await Promise.race([sending, setTimeout(answerWithinMs, undefined, { ref: false })])
  }

  async function logErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      logError(error)
    }
  }

  async function send(mail: ClaimedMail, by: Promise<Route>): Promise<void> {
    const until = mail.good_until
    if (until !== null && until <= clock()) return await handleExpired(mail)
    const { isFile, ...went } = await carry(mail, by)
    if (went.isAccepted) await handleAccepted({ mail, answer: went.answer, isFile })
    else await handleRefused(mail, went)
  }

  async function handleExpired({ id }: ClaimedMail): Promise<void> {
    await dropExpired(db, { id, now: clock() })
    log.info({ mail: id }, 'email not sent: it is out of date')
    notifyAdmins()
  }

  function notifyAdmins(): void {
    context.live.changed('school', 'admins')
  }

  /** An error before sending counts as a failed try. */
  async function carry(
    mail: ClaimedMail,
    by: Promise<Route>,
  ): Promise<DeliveryResult & { isFile: boolean }> {
    let isFile = false
    try {
      const { to, senderOf } = await by
      isFile = 'folder' in to
      return { ...(await transport.send({ mail, sender: senderOf(mail), to, tryMs })), isFile }
    } catch (error) {
      return { isAccepted: false, reason: getFailureReason(error), isPermanent: false, isFile }
    }
  }

  async function handleAccepted(one: SentMail): Promise<void> {
    unrecorded.set(one.mail.id, one)
    // A write in progress does not include this mail: it goes with the next one.
    while (unrecorded.has(one.mail.id)) {
      recording ??= recordSoon()
      await recording
    }
  }

  async function handleRefused(mail: ClaimedMail, { reason, isPermanent }: Refusal): Promise<void> {
    const now = clock()
    const waitMs = getRetryDelayMs(mail)
    const attempts = mail.attempts + 1
    const failure = { id: mail.id, attempts, reason: toOneLine(reason), dueAt: now + waitMs }
    const about = { mail: mail.id, attempt: attempts, reason }
    if (isGivenUp(mail, isPermanent, now)) {
      await giveUp(db, { ...failure, now })
      log.error(about, 'email given up')
    } else {
      await recordFailure(db, failure)
      log.warn({ ...about, retryInMs: waitMs }, 'email not sent')
    }
    notifyAdmins()
  }

  /** Sent mails are recorded together, since each write to the disk delays all others. */
  async function recordSoon(): Promise<void> {
    await setTimeout(recordWithinMs)
    try {
      await recordSentMails()
    } finally {
      recording = undefined
    }
  }

  async function recordSentMails(): Promise<void> {
    const all = [...unrecorded.values()]
    if (all.length === 0) return
    const sent = all.map(({ mail, answer }) => ({ id: mail.id, answer: toOneLine(answer) }))
    await recordSent(db, sent, { now: clock() })
    for (const { mail, isFile } of all) {
      if (!unrecorded.delete(mail.id)) continue
      // Without a mail server, admins find the link in this log line.
      const link = isFile ? { link: findLink(mail) } : {}
      log.info({ mail: mail.id, ...link }, isFile ? 'email written to a file' : 'email sent')
    }
    notifyAdmins()
  }

  return { deliver, sendNow, finish: async () => void (await Promise.all(inFlight)) }
}

function findLink({ body }: ClaimedMail): string | undefined {
  const content = parseContent(body)
  return content ? content.button?.url : body.match(/https?:\/\/\S+/)?.[0]
}

/** Checks the outbox every second and sends due mails until it is stopped. */
export function startMailer(
  context: Context,
  options: MailerOptions,
): DeliveryLoop & { stop: () => Promise<void> } {
  const mailer = createMailer(context, options)
  const stopping = new AbortController()
  const delivering = deliverUntil(stopping.signal)

  async function deliverUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await mailer.deliver(stopped)
      await setTimeout(pollEveryMs, undefined, { signal: stopped }).catch(() => {})
    }
    await mailer.finish()
    // A last chance to record sent mails; nothing more is sent.
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
