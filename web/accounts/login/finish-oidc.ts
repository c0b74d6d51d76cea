import type { LoginResult } from '#contract/accounts/login.ts'
import { finishOidc } from '#contract/accounts/oidc/oidc.ts'
import type { Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { beginSessionOnSuccess, getBrowserId } from './sign-in.ts'

/**
 * Signs in somebody whom the OpenID provider has sent back to the page, as `signIn` does. Loaded
 * only then.
 */
export async function finishOidcSignIn(
  role: Role,
  body: { code?: string },
  goOn: () => void,
): Promise<LoginResult | undefined> {
  const { data } = await callApi(finishOidc, { body: { ...body, role, browser: getBrowserId() } })
  return beginSessionOnSuccess(role, data, goOn)
}
