import { isIP } from 'node:net'
import { extractSenderAddress } from '#contract/kit/school.ts'
import { healthCheckTimeoutMs } from '#contract/limits/health.ts'
import { isLoopbackHost } from '#server/kit/limits/client-network.ts'
import { needsTls, toSmtpOptions } from '#server/kit/mail/delivery/smtp-tls.ts'
import { getFailureReason } from '#server/kit/mail/delivery-failure.ts'
import { type CheckFunction, toPassedFinding, toProblem } from '../../check.ts'
import { collapseWhitespace } from '../../run-checks.ts'

/** Whether the mail server can be reached, offers TLS and accepts the login. Sends nothing. */
export const checkMailServer: CheckFunction = async ({
  settings: { smtpUrl, mailFrom, demo, dataDir, given },
}) => {
  if (smtpUrl === undefined) {
    const said = `No mail server is set. Emails are saved as files in ${dataDir}/outbox.`
    return demo
      ? toPassedFinding(said)
      : toProblem(
          said,
          'Set a mail server in School settings or SMTP_URL, so that invitations and links are delivered.',
        )
  }
  const where = given.smtpUrl === undefined ? 'in School settings' : 'in SMTP_URL'
  const { createTransport } = await import('nodemailer')
  const timeouts = {
    connectionTimeout: healthCheckTimeoutMs,
    greetingTimeout: healthCheckTimeoutMs,
    socketTimeout: healthCheckTimeoutMs,
  }
  const transport = createTransport({ ...toSmtpOptions(smtpUrl), ...timeouts })
  const { host, hostname, protocol } = new URL(smtpUrl)
  try {
    await transport.verify()
  } catch (error) {
    return toProblem(
      `${host}: ${collapseWhitespace(getFailureReason(error))}`,
      getAdvice(error, where),
    )
  } finally {
    transport.close()
  }
  const sender = extractSenderAddress(mailFrom).split('@')[1] ?? ''
  if (!isLoopbackHost(hostname) && (isLoopbackHost(sender) || isIP(sender) > 0)) {
    return toProblem(
      `${host} accepts the login, but other mail servers will reject emails from ${sender}.`,
      `Set ${given.mailFrom === undefined ? 'the sender in School settings' : 'MAIL_FROM'} to an address of your domain.`,
    )
  }
  const usesTls = protocol === 'smtps:' || needsTls(smtpUrl)
  const tls = usesTls ? 'over TLS' : '(with TLS if the server offers it)'
  const login = new URL(smtpUrl).username ? 'accepts the login' : 'accepts email without a login'
  return toPassedFinding(`${host} is reachable ${tls} and ${login}.`)
}

/** Advice by the error's code; `where` names the place of the setting. */
function getAdvice(error: unknown, where: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EAUTH') {
    const signs = '; write characters such as # @ / in a password as %23 %40 %2F'
    return `Check user and password ${where}${where.includes('SMTP_URL') ? signs : ''}.`
  }
  const isUnreached = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(
    String(error),
  )
  if (!isUnreached && (code === 'ETLS' || code === 'ESOCKET')) {
    return 'Check the port and the protocol: smtps:// for TLS from the start (usually 465), smtp:// otherwise (usually 587). The certificate must be valid.'
  }
  return `Check host and port ${where}, and that this machine can reach them.`
}
