import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { secondMs } from './clock.ts'
import type { Context } from './context.ts'
import { carryBySmtp, carryToFiles } from './mail-carrier.ts'
import { type ClaimedMail, claimMail, findDueMail, noteFailure, noteSent } from './outbox.ts'

const lookEveryMs = secondMs

export type MailerOptions = {
  /** Undefined: each mail is a file in the folder `outbox` of `dataDir`. */
  smtpUrl: string | undefined
  dataDir: string
  from: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export type Mailer = {
  /** Sends what is due; never raises an error. Told to stop, it finishes the mail in hand. */
  deliver: (stopped?: AbortSignal) => Promise<void>
}

/** Makes a mailer; it sends when it is told to. */
export function createMailer(context: Context, options: MailerOptions): Mailer {
  const { smtpUrl, dataDir, from, log } = options
  const carry = smtpUrl ? carryBySmtp(smtpUrl, from) : carryToFiles(join(dataDir, 'outbox'), from)
  /** A mail that is away, while the database cannot be told so: nothing is sent before it is. */
  let away: ClaimedMail | undefined

  async function deliver(stopped?: AbortSignal): Promise<void> {
    try {
      await noteAway()
      for (const id of await findDueMail(context)) {
        if (stopped?.aborted) return
        const mail = await claimMail(context, id)
        if (mail) await send(mail)
      }
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the outbox cannot be read or written')
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    try {
      await carry(mail)
    } catch (error) {
      const reason = reasonOf(error)
      const retryInMs = await noteFailure(context, mail, reason)
      const about = { mail: mail.id, attempt: mail.attempts + 1, reason }
      if (retryInMs === undefined) log.error(about, 'mail given up')
      else log.warn({ ...about, retryInMs }, 'mail not sent')
      return
    }
    away = mail
    await noteAway()
  }

  async function noteAway(): Promise<void> {
    const mail = away
    if (!mail) return
    await noteSent(context, mail)
    away = undefined
    // Without a mail server this line is how an admin gets at the link.
    const link = smtpUrl ? {} : { link: mail.body.match(/https?:\/\/\S+/)?.[0] }
    log.info({ mail: mail.id, ...link }, smtpUrl ? 'mail sent' : 'mail written to a file')
  }

  return { deliver }
}

/** Starts to look into the outbox every second and to send what is due, until it is stopped. */
export function startMailer(
  context: Context,
  options: MailerOptions,
): { stop: () => Promise<void> } {
  const mailer = createMailer(context, options)
  const stopping = new AbortController()
  const delivering = deliverUntil(stopping.signal)

  async function deliverUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await mailer.deliver(stopped)
      await setTimeout(lookEveryMs, undefined, { signal: stopped }).catch(() => {})
    }
    // The last chance to note a mail that is away; nothing more is sent.
    await mailer.deliver(stopped)
  }

  return {
    stop() {
      stopping.abort()
      return delivering
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
