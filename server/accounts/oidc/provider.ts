import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  oidcClockToleranceSeconds,
  oidcReplyMaxBytes,
  oidcTimeoutSeconds,
} from '#contract/limits/accounts.ts'
import type { Context } from '#server/kit/context.ts'
import { readAtMost } from '#server/kit/outbound/read-at-most.ts'
import type { OidcSettings } from '#server/kit/settings/oidc.ts'
import { hasSecondFactor, readVerifiedEmail } from './claims.ts'

/** What ties a callback to the attempt it answers. */
export type Checks = { state: string; nonce: string; codeVerifier: string }

/** Who the provider says is signed in there. */
type Identity = {
  /** Undefined if the provider has not verified it. */
  email: string | undefined
  hasSecondFactor: boolean
}

export type Provider = {
  /** Returns where the browser signs in at the provider. */
  getSignInUrl: (checks: Checks) => Promise<URL>
  /** Redeems the code of a callback. Throws if anything about it is wrong. */
  identify: (callback: URL, checks: Checks) => Promise<Identity>
  /** Returns where the browser signs out at the provider; undefined if it cannot do so. */
  getSignOutUrl: (returnTo: string) => Promise<URL | undefined>
}

/**
 * How long the provider's metadata is used before it is asked for again. Short, so that the login,
 * not the browser, says that the provider is away.
 */
const discoveredMs = minuteMs

/**
 * Connects the OpenID provider. It is asked for its metadata when somebody first signs in, and for
 * its keys at each sign-in, so that new keys need no waiting.
 */
export function connectProvider(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  oidc: OidcSettings,
): Provider {
  let discovered: { at: number; metadata: Promise<ServerMetadata> } | undefined

  async function connect() {
    const client = await import('openid-client')
    if (!discovered || Math.abs(clock() - discovered.at) > discoveredMs) {
      const asked = { at: clock(), metadata: discoverProvider(oidc) }
      discovered = asked
      asked.metadata.catch(() => {
        if (discovered === asked) discovered = undefined
      })
    }
    const metadata = await discovered.metadata
    // The settings are read again once the server listens.
    const canSignOut = metadata.end_session_endpoint !== undefined
    if (settings.oidc) settings.oidc.canSignOut = canSignOut
    // A new configuration has no keys yet.
    return { client, config: configure(client, metadata, oidc, clock()) }
  }

  return {
    async getSignInUrl({ state, nonce, codeVerifier }) {
      const { client, config } = await connect()
      return client.buildAuthorizationUrl(config, {
        scope: 'openid email',
        state,
        nonce,
        redirect_uri: getCallbackUrl(settings.appUrl),
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async identify(callback, { state, nonce, codeVerifier }) {
      const { client, config } = await connect()
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider has sent no ID token')
      // Some providers tell the email in the ID token, others only when they are asked for it.
      const isComplete = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint
      const person = isComplete
        ? claims
        : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { email: readVerifiedEmail(person), hasSecondFactor: hasSecondFactor(claims) }
    },
    async getSignOutUrl(returnTo) {
      const { client, config } = await connect()
      if (!config.serverMetadata().end_session_endpoint) return undefined
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo })
    },
  }
}

/** The redirect URI to register with the provider. */
export function getCallbackUrl(appUrl: string): string {
  return `${appUrl}/oidc/callback`
}

type Client = typeof import('openid-client')

const isInsecure = ({ issuer }: OidcSettings) => issuer.startsWith('http:')

/** Asks the provider for its metadata. Throws if it does not respond as an OpenID provider. */
export async function discoverProvider(oidc: OidcSettings): Promise<ServerMetadata> {
  const client = await import('openid-client')
  const { issuer, clientId } = oidc
  const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout: oidcTimeoutSeconds,
    [client.customFetch]: fetchLimited,
    ...(isInsecure(oidc) && { execute: [client.allowInsecureRequests] }),
  })
  return found.serverMetadata()
}

/**
 * Returns what the provider says against our client ID or secret; undefined if it accepts both. It
 * is sent a code that it never issued, which it refuses only after it has checked the client.
 */
export async function findClientCredentialsError(
  oidc: OidcSettings,
  { appUrl }: { appUrl: string },
  metadata: ServerMetadata,
): Promise<string | undefined> {
  const client = await import('openid-client')
  const config = configure(client, metadata, oidc, Date.now())
  const form = { code: 'a check of the client', redirect_uri: getCallbackUrl(appUrl) }
  try {
    await client.genericGrantRequest(config, 'authorization_code', form)
  } catch (error) {
    const said = DescribedError.safeParse(error)
    if (said.success && clientErrors.includes(said.data.error)) return formatSaid(said.data)
  }
  return undefined
}

/** The errors that providers have for a client that they do not know (RFC 6749, section 5.2). */
const clientErrors = ['invalid_client', 'unauthorized_client']

function configure(
  client: Client,
  metadata: ServerMetadata,
  oidc: OidcSettings,
  now: number,
): Configuration {
  const { clientId, clientSecret } = oidc
  // Providers that name no method accept Basic (OpenID Connect Discovery 1.0, section 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authenticate = methods.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret)
  const times = {
    // The library reads the machine's clock; this makes it follow ours.
    [client.clockSkew]: Math.round((now - Date.now()) / secondMs),
    [client.clockTolerance]: oidcClockToleranceSeconds,
  }
  const config = new client.Configuration(metadata, clientId, times, authenticate)
  config.timeout = oidcTimeoutSeconds
  config[client.customFetch] = fetchLimited
  // The token comes over TLS, but its signature is checked too.
  client.enableNonRepudiationChecks(config)
  if (isInsecure(oidc)) client.allowInsecureRequests(config)
  return config
}

/** Fetches a reply of the provider. Throws if it is longer than any real one. */
const fetchLimited: CustomFetch = async (url, { body, signal, ...options }) => {
  const reply = await fetch(url, {
    ...options,
    // All that is sent are forms.
    ...(body && { body: new URLSearchParams(String(body)) }),
    ...(signal && { signal }),
  })
  const tooLarge = 'the provider has sent too much'
  const text = reply.body && (await readAtMost(reply.body, oidcReplyMaxBytes, tooLarge))
  return new Response(text && text.length > 0 ? text : null, reply)
}

const DescribedError = z.looseObject({
  error: z.string(),
  error_description: z.string().optional(),
})
const descriptionMax = 200

/** Returns an error with what the provider said of it, for the log. */
export function toLoggableError(error: unknown): unknown {
  const said = DescribedError.safeParse(error)
  if (!said.success) return error
  return new Error(`The provider says: ${formatSaid(said.data)}`, { cause: error })
}

function formatSaid({ error, error_description }: z.infer<typeof DescribedError>): string {
  const text = [error, error_description].filter((one) => one !== undefined).join(': ')
  return text.slice(0, descriptionMax)
}

/** Returns in a few words why the provider could not be asked. */
export function formatProviderError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Response) return `it answered with ${cause.status}`
  // 'fetch failed' has the reason as its cause.
  return getErrorMessage(cause instanceof Error ? cause : error)
}

/** Whether an error means that the provider does not respond, or not as one that works. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'fetch failed') return true
  if (!('code' in error)) return false
  if (error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}
