import { isIP } from 'node:net'
import { toEmailAddress } from '#contract/kit/school.ts'
import { healthCheckMs } from '#contract/limits/health.ts'
import { isThisMachine } from '#server/kit/limits/network.ts'
import { needsTls, smtpOptions } from '#server/kit/mail/delivery/encryption.ts'
import { getReason } from '#server/kit/mail/delivery-failure.ts'
import { fine, type RunCheck, toDo } from '../check.ts'
import { oneLine } from '../run-checks.ts'

/** Whether the mail server can be reached, speaks TLS and takes the login; nothing is sent. */
export const checkMailServer: RunCheck = async ({
  settings: { smtpUrl, mailFrom, demo, dataDir, given },
}) => {
  if (smtpUrl === undefined) {
    const said = `No mail server is set: each mail is a file in ${dataDir}/outbox.`
    return demo
      ? fine(said)
      : toDo(
          said,
          'Name one under School settings, or set SMTP_URL, so that invitations and links arrive.',
        )
  }
  const where = given.smtpUrl === undefined ? 'under School settings' : 'in SMTP_URL'
  const { createTransport } = await import('nodemailer')
  const timeouts = {
    connectionTimeout: healthCheckMs,
    greetingTimeout: healthCheckMs,
    socketTimeout: healthCheckMs,
  }
  const transport = createTransport({ ...smtpOptions(smtpUrl), ...timeouts })
  const { host, hostname, protocol } = new URL(smtpUrl)
  try {
    await transport.verify()
  } catch (error) {
    return toDo(`${host}: ${oneLine(getReason(error))}`, adviceOn(error, where))
  } finally {
    transport.close()
  }
  const sender = toEmailAddress(mailFrom).split('@')[1] ?? ''
  if (!isThisMachine(hostname) && (isThisMachine(sender) || isIP(sender) > 0)) {
    return toDo(
      `${host} takes the login, but mails would come from an address at ${sender}, which others refuse.`,
      `Set ${given.mailFrom === undefined ? 'the sender under School settings' : 'MAIL_FROM'} to an address of your domain.`,
    )
  }
  const isSealed = protocol === 'smtps:' || needsTls(smtpUrl)
  const tls = isSealed ? 'by TLS' : 'by TLS where it offers that'
  const login = new URL(smtpUrl).username ? 'takes the login' : 'takes mail without a login'
  return fine(`${host} is reached ${tls}, and ${login}.`)
}

/** Where the error comes from is in its code, and what is wrong where it was set. */
function adviceOn(error: unknown, where: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EAUTH') {
    const signs = '; signs such as # @ / in a password are written %23 %40 %2F'
    return `Look at user and password ${where}${where.includes('SMTP_URL') ? signs : ''}.`
  }
  const isUnreached = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(
    String(error),
  )
  if (!isUnreached && (code === 'ETLS' || code === 'ESOCKET')) {
    return 'Look at the port, and whether it speaks TLS from the first byte (smtps://, mostly 465) or not (smtp://, mostly 587); its certificate must be valid.'
  }
  return `Look at host and port ${where}, and whether this machine may reach them.`
}
