import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { formatCount } from '#contract/kit/text/plural.ts'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { certificateExpiryWarningDays } from '#contract/limits/health.ts'
import { isLoopbackHost } from '#server/kit/limits/client-network.ts'
import { explainErrorCode } from '#server/kit/outbound/network-errors.ts'
import { type CheckFunction, toPassedFinding, toProblem } from '../../check.ts'

/** Whether browsers accept the certificate of APP_URL, and how long it is valid. */
export const checkCertificate: CheckFunction = async ({ settings: { appUrl }, signal }) => {
  const address = new URL(appUrl)
  const { protocol, hostname, port, host } = address
  if (protocol === 'http:') {
    if (isLoopbackHost(hostname))
      return toPassedFinding(`No certificate is needed: ${host} is this machine.`)
    return toProblem(
      `APP_URL starts with http://. Passwords are sent to ${host} unencrypted, and browsers block the camera in calls.`,
      'Put a TLS proxy in front of the server and set APP_URL to its https:// address.',
    )
  }
  const bare = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host: bare,
    port: Number(port || 443),
    ...(isIP(bare) ? {} : { servername: bare }),
    // An invalid certificate is reported, not thrown.
    rejectUnauthorized: false,
  })
  try {
    await waitForConnection(socket, signal)
    return checkPeerCertificate(socket, address)
  } catch (error) {
    const reason = getErrorMessage(error)
    return toProblem(
      `${host} cannot be reached over TLS from here: ${reason}`,
      'Check that the proxy is running and that APP_URL is its address.',
    )
  } finally {
    socket.destroy()
  }
}

function waitForConnection(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve)
    socket.once('error', reject)
    signal.addEventListener('abort', () => reject(new Error('it does not answer')))
  })
}

function checkPeerCertificate(socket: TLSSocket, { host, hostname }: URL) {
  const until = Date.parse(socket.getPeerCertificate().valid_to)
  const days = Math.floor((until - Date.now()) / dayMs)
  if (!socket.authorized) {
    // A code, although its type says otherwise.
    const code = String(socket.authorizationError)
    return toProblem(
      `Browsers reject the certificate of ${host}. ${explainErrorCode(code) ?? code}.`,
      days < 0
        ? `It expired ${formatCount(-days, 'day', 'days')} ago. Renew it.`
        : getAdvice(code, hostname),
    )
  }
  const left = formatCount(days, 'day', 'days')
  if (days < certificateExpiryWarningDays) {
    return toProblem(
      `The certificate of ${host} expires in ${left}.`,
      'Find out why it was not renewed automatically, and renew it.',
    )
  }
  return toPassedFinding(`The certificate of ${host} is valid for ${left}.`)
}

function getAdvice(code: string, hostname: string): string {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? `Get a certificate for ${hostname}, or correct APP_URL.`
    : 'Get a certificate from an authority that browsers trust. If you run your own authority, add it to NODE_EXTRA_CA_CERTS here.'
}
