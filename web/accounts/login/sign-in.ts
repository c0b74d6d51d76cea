import { type LoginResult, login, loginResultField } from '#contract/accounts/login.ts'
import { oidcReturnParameter } from '#contract/accounts/oidc/paths.ts'
import type { Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { beginSession } from '#web/kit/api/session.ts'

/**
 * Signs in. On success it calls `goOn`, to set the path of the first screen, and begins the
 * session. Returns the server's result, whose `message` gives the reason if `status` is false.
 * Raises ApiError for a wrong password.
 */
export async function signIn(
  role: Role,
  body: { email: string; password: string; code?: string },
  goOn: () => void,
): Promise<LoginResult | undefined> {
  const { data } = await callApi(login[role], { body: { ...body, browser: getBrowserId() } })
  return beginSessionOnSuccess(role, data[loginResultField[role]], goOn)
}

/** Begins the session of a successful login. */
export function beginSessionOnSuccess(
  role: Role,
  result: LoginResult | undefined,
  goOn: () => void,
) {
  if (result?.status && result.token) {
    goOn()
    beginSession(role, result.token)
  }
  return result
}

/** Whether the provider has just sent the browser back; says so once. */
export function consumeProviderReturn(): boolean {
  const url = new URL(location.href)
  if (!url.searchParams.has(oidcReturnParameter)) return false
  url.searchParams.delete(oidcReturnParameter)
  history.replaceState(history.state, '', url)
  return true
}

const storedAs = 'browser'

/**
 * The id by which the server recognises this browser, to notify people of logins from others;
 * undefined if browser storage is blocked.
 */
export function getBrowserId(): string | undefined {
  try {
    const id = localStorage.getItem(storedAs) || makeId()
    localStorage.setItem(storedAs, id)
    return id
  } catch {
    return undefined
  }
}

/** `randomUUID` is not available on pages without HTTPS. */
function makeId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
