import { secondMs } from '#contract/kit/time/time.ts'
import { getFailureReason, isPermanentFailure } from '../delivery-failure.ts'
import type { ClaimedMail } from '../delivery-loop.ts'
import { composeMessage, type Sender } from '../message/compose.ts'
import { openSmtp, type SmtpConnections, writeMailToFile } from './smtp.ts'

/** A mail, who sends it, and where it is to go. */
export type Delivery = {
  mail: ClaimedMail
  sender: Sender
  /** A mail server, or the folder in which each mail is a file. */
  to: { smtpUrl: string } | { folder: string }
  /** So long a try takes at most, from looking up the server to the end of the connection. */
  tryMs: number
}

/** The longest that a try takes where nobody waits for it. */
export const defaultTryMs = 60 * secondMs

/** What was said when a mail was taken, or why it was not, or nobody knows, and if that is for good. */
export type DeliveryResult =
  | { isAccepted: true; answer: string }
  | { isAccepted: false; reason: string; isPermanent: boolean }

/** Carries mails to where they go. */
export type MailTransport = {
  /** Tells how it went, and raises no error for what a mail server says. */
  send: (delivery: Delivery) => Promise<DeliveryResult>
  /** Ends the connections; nothing more is carried. */
  stop: () => void | Promise<void>
}

/** A transport that writes and sends its mails in the thread that it is made in. */
export function makeMailTransport(): MailTransport {
  let open: { smtpUrl: string; tryMs: number; connections: Promise<SmtpConnections> } | undefined

  function close(): void {
    // One that did not open has raised its error with the mail that it was opened for.
    open?.connections.then(({ close }) => close()).catch(() => {})
    open = undefined
  }

  function connectionsTo(smtpUrl: string, tryMs: number): Promise<SmtpConnections> {
    if (open?.smtpUrl !== smtpUrl || open.tryMs !== tryMs) {
      close()
      const opened = { smtpUrl, tryMs, connections: openSmtp(smtpUrl, tryMs) }
      open = opened
      opened.connections.catch(() => {
        if (open === opened) open = undefined
      })
    }
    return open.connections
  }

  async function deliver({ mail, sender, to, tryMs }: Delivery): Promise<string> {
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
