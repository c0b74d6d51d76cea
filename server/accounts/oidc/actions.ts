import {
  accountRefusals,
  formatWrongRoleLoginMessage,
  type LoginResult,
} from '#contract/accounts/accounts.ts'
import {
  formatSecondFactorAtProvider,
  oidcExpiredMessage,
  oidcFailures,
} from '#contract/accounts/oidc/oidc.ts'
import { oidcReturnParameter } from '#contract/accounts/oidc/paths.ts'
import { isScreenOf } from '#contract/kit/screen-patterns.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { setAuditActor } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newSecret } from '#server/kit/id.ts'
import type { OidcSettings } from '#server/kit/settings/oidc.ts'
import * as people from '#server/people/actions.ts'
import { joinWithoutPassword } from '../invitations/actions.ts'
import { mayUsePassword } from '../may-use-password.ts'
import { lacksSecondFactor } from '../second-factor/actions.ts'
import { type LoginOrigin, startSession } from '../sessions/actions.ts'
import { type Attempt, consumeAttempt, deriveChecks, findAttempt, saveAttempt } from './attempts.ts'
import {
  type Checks,
  discoverProvider,
  findClientCredentialsError,
  formatProviderError,
  getCallbackUrl,
  isUnreachable,
  type Provider,
  toLoggableError,
} from './provider.ts'

/** The provider, its settings, and where an error of the provider is logged. */
export type Oidc = OidcSettings & { provider: Provider; log: (error: unknown) => void }

/** Where the browser goes next, and the secret for its cookie if that changes. */
export type NextStep = { location: string; secret?: string }

/**
 * Begins a sign-in: sends the browser to the provider, or back to the login if the provider cannot
 * be reached.
 */
export async function beginOidc(
  context: Context,
  { provider, log }: Oidc,
  { role, path }: { role: Role; path?: string | undefined },
): Promise<NextStep> {
  const attempt = { role, path: toScreen(role, path), ...nobody }
  const secret = newSecret()
  let url: URL
  try {
    url = await provider.getSignInUrl(deriveChecks(secret, role))
  } catch (error) {
    log(error)
    return returnToPage(context, { ...attempt, state: 'unreachable' })
  }
  await saveAttempt(context, { ...attempt, state: 'begun' }, secret)
  return { location: url.href, secret }
}

const nobody = { email: null, person_id: null, signed_in_by: null }

/** The screen of a path with its query; null if the role has none there. */
function toScreen(role: Role, path: string | undefined): string | null {
  const url = path === undefined ? null : URL.parse(path, 'http://here')
  return url && isScreenOf(role, url.pathname) ? url.pathname + url.search : null
}

/** Stores how an attempt goes on, for the page to ask. */
async function returnToPage(context: Context, attempt: Attempt): Promise<NextStep> {
  // A new secret: whoever knew the old one cannot use what the provider said since.
  const secret = await saveAttempt(context, attempt)
  return { location: toPage(attempt), secret }
}

function toPage({ role, path }: { role: Role; path: string | null }): string {
  const url = new URL(path ?? `${basePath[role]}/login`, 'http://here')
  url.searchParams.set(oidcReturnParameter, '1')
  return url.pathname + url.search
}

/**
 * Takes the browser back from the provider to the page. What the provider said is stored with the
 * attempt. A callback that belongs to no attempt of this browser changes nothing.
 */
export async function handleCallback(
  context: Context,
  oidc: Oidc,
  { secret, query }: { secret: string | undefined; query: URLSearchParams },
): Promise<NextStep> {
  const state = query.get('state')
  const begun = await findAttempt(context, secret)
  const elsewhere = { location: toPage({ role: readRole(state), path: null }) }
  if (!secret || begun?.state !== 'begun') return elsewhere
  const checks = deriveChecks(secret, begun.role)
  if (state !== checks.state || !(await consumeAttempt(context, secret))) return elsewhere
  return returnToPage(context, {
    role: begun.role,
    path: begun.path,
    ...nobody,
    ...(await identify(context, oidc, query, checks)),
  })
}

/** The role that a state begins with. */
function readRole(state: string | null): Role {
  return roles.find((role) => state?.startsWith(`${role}.`)) ?? 'student'
}

type Identified = Pick<Attempt, 'state'> & Partial<Attempt>

async function identify(
  context: Context,
  { provider, log }: Oidc,
  query: URLSearchParams,
  checks: Checks,
): Promise<Identified> {
  if (query.get('error') === 'access_denied') return { state: 'cancelled' }
  const callback = new URL(`${getCallbackUrl(context.settings.appUrl)}?${query}`)
  try {
    const { email, hasSecondFactor } = await provider.identify(callback, checks)
    if (email === undefined) return { state: 'unverified' }
    const person = await people.findByEmail(context, email)
    if (!person) return { state: 'unknown', email }
    const signed_in_by = hasSecondFactor ? 'provider with second factor' : 'provider'
    return { state: 'identified', person_id: person.id, signed_in_by }
  } catch (error) {
    log(toLoggableError(error))
    return { state: isUnreachable(error) ? 'unreachable' : 'failed' }
  }
}

/**
 * Ends an attempt in a session: returns the token, or why the person cannot sign in. Asks for the
 * code of the person's own second factor if the provider has not checked one; until it is right,
 * the attempt stays. Refuses a wrong code, which counts as a failed login.
 */
export async function finishAttempt(
  context: Context,
  { name }: OidcSettings,
  secret: string | undefined,
  { role, code }: { role: Role; code?: string | undefined },
  from: LoginOrigin,
): Promise<LoginResult> {
  const expired = { status: false, message: oidcExpiredMessage }
  const found = await findAttempt(context, secret)
  if (!secret || found?.role !== role || found.state === 'begun') return expired
  if (found.state !== 'identified') {
    await consumeAttempt(context, secret)
    return { status: false, message: oidcFailures[found.state](name, found.email ?? '') }
  }
  const result = await inTransactionThenNotify(context, async (tx) => {
    const person = await people.lockPerson(tx, found.person_id ?? '')
    // Under the person's lock: the same attempt may be finished twice at once.
    const attempt = await findAttempt(tx, secret)
    if (!person || !attempt) return expired
    setAuditActor(tx, person.id)
    const entered = await enter(tx, person, attempt, { name, code, from })
    const isOpen = entered === 'wrong code' || entered.codeNeeded
    if (!isOpen) await consumeAttempt(tx, secret)
    return entered
  })
  if (result === 'wrong code') throw new Refused(accountRefusals.wrongCodeAtLogin)
  return result
}

async function enter(
  context: Context<Tx>,
  person: people.Person,
  { role, signed_in_by }: Pick<Attempt, 'role' | 'signed_in_by'>,
  { name, code, from }: { name: string; code: string | undefined; from: LoginOrigin },
): Promise<LoginResult | 'wrong code'> {
  if (person.role !== role)
    return { status: false, message: formatWrongRoleLoginMessage(person.role) }
  const isOnlyWay = !(await mayUsePassword(context, person))
  if (isOnlyWay && signed_in_by === 'provider' && (await lacksSecondFactor(context, person)))
    return { status: false, message: formatSecondFactorAtProvider(name) }
  const isNewAdmin = role === 'admin' && person.verified_at === null
  const joined = isNewAdmin ? await joinWithoutPassword(context, person.id) : person
  const admission = {
    attempt: { email: person.email, address: from.address },
    code,
    limitKey: person.id,
    signedInBy: signed_in_by ?? 'provider',
  } as const
  return startSession(context, joined ?? person, admission, from)
}

/** Where the browser signs out at the provider; the login if that is not possible. */
export async function getSignOutLocation(
  { settings }: Context,
  { provider, log }: Oidc,
  role: Role,
): Promise<string> {
  const login = `${basePath[role]}/login`
  try {
    const url = await provider.getSignOutUrl(settings.appUrl + login)
    return url?.href ?? login
  } catch (error) {
    log(error)
    return login
  }
}

/** What keeps everybody from signing in through the provider; undefined if nothing is found. */
export type ProviderProblem = { problem: 'does not respond' | 'refuses the client'; reason: string }

/** Asks the provider for its metadata, and whether it accepts the client ID and secret. */
export async function findProviderProblem(
  oidc: OidcSettings,
  settings: { appUrl: string },
): Promise<ProviderProblem | undefined> {
  try {
    const reason = await findClientCredentialsError(oidc, settings, await discoverProvider(oidc))
    return reason === undefined ? undefined : { problem: 'refuses the client', reason }
  } catch (error) {
    return { problem: 'does not respond', reason: formatProviderError(error) }
  }
}

export const noPasswordAdminMessage = 'OIDC_ONLY names no admin who can sign in with a password.'

/** Whether the admin whom OIDC_ONLY names can sign in; true if it names none. */
export async function canPasswordAdminSignIn(context: Context): Promise<boolean> {
  const only = context.settings.oidc?.passwordAdmin
  if (only === undefined || only === 'first') return true
  const admin = await people.findPerson(context, 'admin', only)
  if (!admin || admin.verified_at === null || admin.blocked_at !== null) return false
  return admin.password_hash !== null
}
