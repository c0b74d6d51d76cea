import { formatCount } from '#contract/kit/text/plural.ts'
import { getIceServers } from '#server/calls/ice-servers.ts'
import { explainNetworkError } from '#server/kit/outbound/network-errors.ts'
import {
  type CheckContext,
  type CheckFunction,
  type Finding,
  toPassedFinding,
  toProblem,
} from '../../check.ts'
import { CredentialsRejectedError, queryStunServer, queryTurnServer } from '../../stun/client.ts'

/** The user name for TURN credentials, which the TURN server may log. */
const asking = 'health'

type Server = { url: string; username: string | undefined; credential: string | undefined }
type Result = { url: string; found: string | undefined; error: unknown }

/** Whether the STUN servers tell a browser its public address. */
export const checkStun: CheckFunction = async (looking) => {
  const servers = getServers(looking).filter(({ url }) => url.startsWith('stun'))
  if (servers.length === 0) {
    return toPassedFinding(
      'No STUN server is set. Calls only connect within one network or through TURN.',
    )
  }
  const results = await Promise.all(
    servers.map(({ url }) => toResult(url, queryStunServer(url, looking.signal))),
  )
  if (results.some(({ error }) => error === undefined)) {
    const from = results.find(({ found }) => found !== undefined)?.found
    const silent = results.filter(({ error }) => error !== undefined).map(formatResult)
    const seen = from === undefined ? '' : `and sees this machine at ${from}`
    const others = silent.length > 0 ? ` Failed: ${silent.join('; ')}.` : ''
    return toPassedFinding(
      `${results.find(({ error }) => error === undefined)?.url} answers${seen}.${others}`,
    )
  }
  return toProblem(
    `${results.map(formatResult).join('; ')}.`,
    'Allow outgoing UDP to these servers, or set ICE_SERVERS to one that can be reached.',
  )
}

/** Whether the TURN servers accept the credentials that browsers get, and relay. */
export const checkTurn: CheckFunction = async (looking) => {
  const servers = getServers(looking).filter(({ url }) => url.startsWith('turn'))
  if (servers.length === 0) {
    return toPassedFinding(
      'No TURN server is set. Calls fail on networks that block direct connections.',
    )
  }
  const results = await Promise.all(
    servers.map(({ url, username = '', credential = '' }) =>
      toResult(url, queryTurnServer(url, { username, password: credential }, looking.signal)),
    ),
  )
  return toTurnFinding(results)
}

function toTurnFinding(results: Result[]): Finding {
  const failed = results.filter(({ error }) => error !== undefined)
  if (failed.length === 0) {
    const relayed = [...new Set(results.flatMap(({ found }) => found ?? []))]
    const from =
      relayed.length > 0
        ? ` and ${results.length === 1 ? 'relays' : 'relay'} from ${relayed.join(' and ')}`
        : ''
    const which =
      results.length === 1 ? results[0]?.url : formatCount(results.length, 'address', 'addresses')
    return toPassedFinding(
      `${which} ${results.length === 1 ? 'accepts' : 'accept'} the credentials${from}.`,
    )
  }
  const isRefused = failed.some(({ error }) => error instanceof CredentialsRejectedError)
  return toProblem(
    `${failed.map(formatResult).join('; ')}.`,
    isRefused
      ? 'Set TURN_SECRET to the secret of the TURN server (coturn: use-auth-secret, static-auth-secret), and check that both clocks are right.'
      : 'Check that the TURN server is running and that no firewall blocks its port.',
  )
}

function getServers(looking: CheckContext): Server[] {
  const { iceServers } = getIceServers(looking, asking)
  return iceServers.flatMap(({ urls, username, credential }) =>
    urls.map((url) => ({ url, username, credential })),
  )
}

async function toResult(url: string, asked: Promise<string | undefined>): Promise<Result> {
  try {
    return { url, found: await asked, error: undefined }
  } catch (error) {
    return { url, found: undefined, error }
  }
}

function formatResult({ url, error }: Result): string {
  return `${url}: ${explainNetworkError(error)}`
}
