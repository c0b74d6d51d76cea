import { minuteMs } from '#contract/kit/time/durations.ts'
import type { ClaimedMail } from '../claimed-mail.ts'
import { getFailureReason, isPermanentFailure } from '../delivery-failure.ts'
import { composeMessage, type Sender } from '../message/compose.ts'
import { openSmtp, type SmtpConnections, writeMailToFile } from './smtp.ts'

/** A mail, its sender, and its destination. */
export type OutgoingMail = {
  mail: ClaimedMail
  sender: Sender
  /** A mail server, or a folder to write mails to as files. */
  to: { smtpUrl: string } | { folder: string }
  /** The longest that a try may take, from the DNS lookup to the end of the connection. */
  tryMs: number
}

/** The longest that a try takes if no call waits for it; shorter than the claim of a mail. */
export const defaultTryMs = 9 * minuteMs
/** A mail server that hangs before it has the mail is given up much sooner. */
const defaultHandOverMs = minuteMs

/**
 * The server's answer if it accepted the mail; otherwise the reason, and whether the failure is
 * permanent.
 */
export type DeliveryResult =
  | { isAccepted: true; answer: string }
  | { isAccepted: false; reason: string; isPermanent: boolean }

export type MailTransport = {
  /** Returns the result; a refusal by the mail server is not thrown. */
  send: (delivery: OutgoingMail) => Promise<DeliveryResult>
  /** Closes the connections; nothing more is sent. */
  stop: () => void | Promise<void>
}

/**
 * Makes a transport that renders and sends mails in the current thread. `handOverMs` limits a try
 * until the mail server has the whole mail.
 */
export function makeMailTransport({ handOverMs = defaultHandOverMs } = {}): MailTransport {
  let open: { smtpUrl: string; tryMs: number; connections: Promise<SmtpConnections> } | undefined

  function close(): void {
    // A failed connection has already failed the mail that opened it.
    open?.connections.then(({ close }) => close()).catch(() => {})
    open = undefined
  }

  function connectionsTo(smtpUrl: string, tryMs: number): Promise<SmtpConnections> {
    if (open?.smtpUrl !== smtpUrl || open.tryMs !== tryMs) {
      close()
      const opened = { smtpUrl, tryMs, connections: openSmtp(smtpUrl, { tryMs, handOverMs }) }
      open = opened
      opened.connections.catch(() => {
        if (open === opened) open = undefined
      })
    }
    return open.connections
  }

  async function deliver({ mail, sender, to, tryMs }: OutgoingMail): Promise<string> {
    const message = await composeMessage(mail, sender)
    if ('folder' in to) return await writeMailToFile(to.folder, mail.id, message)
    return await (await connectionsTo(to.smtpUrl, tryMs)).send(message)
  }

  return {
    async send(delivery) {
      try {
        return { isAccepted: true, answer: await deliver(delivery) }
      } catch (error) {
        return {
          isAccepted: false,
          reason: getFailureReason(error),
          isPermanent: isPermanentFailure(error),
        }
      }
    },
    stop: close,
  }
}
