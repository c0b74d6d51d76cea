import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import type { OidcSettings } from '#server/kit/settings/oidc.ts'
import { startLoopbackServer } from '../processes/loopback-server.ts'

const clientId = 'weekward'
const clientSecret = 'a secret of both sides'

/** Whom the provider signs in, without asking, and how; a test changes it while it runs. */
type Who = {
  email: string
  isVerified: boolean
  amr: string[]
  /** Signs nobody in: the person has cancelled. */
  cancels: boolean
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown
type SigningKey = ReturnType<typeof makeKey>

/** Shared by all providers, because making an RSA key takes longer than most tests. */
const firstKey = makeKey()

/** A real OpenID provider on loopback, whose person is signed in without a form. */
export async function startProvider() {
  const who: Who = { email: '', isVerified: true, amr: ['pwd'], cancels: false }
  const asked: string[] = []
  let isAway = false
  let isFlooding = false
  let flooded = 0
  let handle: Handle
  const { origin: issuer, stop } = await startLoopbackServer((request, response) => {
    asked.push(request.url ?? '')
    if (isAway) response.destroy()
    else if (isFlooding) flood(response, (bytes) => (flooded += bytes))
    else handle(request, response)
  })
  handle = makeHandler(issuer, who, firstKey)
  const settings: OidcSettings = {
    issuer,
    clientId,
    clientSecret,
    name: 'Keycloak',
    passwordAdmin: undefined,
    canSignOut: false,
  }
  return {
    issuer,
    settings,
    /** The same settings as environment variables. */
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Keycloak',
    },
    who,
    /** The paths that it was asked for. */
    asked,
    /** Gives it new keys; it forgets the old ones, and who is signed in. */
    rotateKeys: () => {
      handle = makeHandler(issuer, who, makeKey())
    },
    /** Makes it close every connection without a reply, or respond again. */
    setAway: (away: boolean) => {
      isAway = away
    },
    /** Makes it answer without an end. */
    floods: (floods: boolean) => {
      isFlooding = floods
    },
    /** How many bytes of such answers it has sent. */
    flooded: () => flooded,
    stop,
  }
}

/** Sends as much as the other side reads. */
function flood(response: ServerResponse, onSent: (bytes: number) => void): void {
  const chunk = Buffer.alloc(65_536, ' ')
  const send = () => {
    while (!response.destroyed) {
      onSent(chunk.length)
      if (!response.write(chunk)) break
    }
  }
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send)
  send()
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig' }
}

function makeHandler(issuer: string, who: Who, key: SigningKey): Handle {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/oidc/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource(context, form) {
          context.body = `<title>Sign out</title>${form}
            <button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
        },
      },
    },
    ttl: { IdToken: 30, AccessToken: 60, Session: 600, Interaction: 600, Grant: 600 },
    pkce: { required: () => true },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: who.email, email_verified: who.isVerified }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  // The app's port is not known beforehand.
  provider.Client.prototype.redirectUriAllowed = (url) => url.endsWith('/oidc/callback')
  provider.Client.prototype.postLogoutRedirectUriAllowed = (url) => url.endsWith('/login')
  const callback = provider.callback()
  return async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const answer = who.cancels
      ? { error: 'access_denied' }
      : { login: { accountId: who.email, amr: who.amr, remember: false } }
    return provider.interactionFinished(request, response, answer)
  }
}
