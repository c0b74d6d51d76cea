import { logout } from '#contract/accounts/login.ts'
import { oidcPaths } from '#contract/accounts/oidc/paths.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { School } from '#contract/school/school.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { clearSession } from '#web/kit/api/session.ts'
import { openChoiceDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastFailure } from '#web/kit/page/overlays/toast.ts'
import { browserStorage, localDraftsKey, storeText } from '#web/kit/storage.ts'

/** Ends the session on the server and in this browser; there also without the server. */
export async function signOut(role: Role): Promise<void> {
  try {
    await callApi(logout[role])
  } finally {
    clearSession(role)
    storeText(browserStorage, localDraftsKey, null)
  }
}

/**
 * Asks for confirmation, then signs out (specification, section 2); if the person chooses so, also
 * at the OpenID provider.
 */
export async function confirmSignOut(role: Role, oidc: School['oidc'] = null): Promise<void> {
  const where = await openChoiceDialog(
    {
      title: 'Logout',
      text: 'Are you sure you want to logout?',
      confirm: 'Yes, logout!',
    },
    {
      confirmed: 'here',
      others: oidc?.canSignOut ? [{ label: `Yes, at ${oidc.name} too`, way: 'there' }] : [],
    },
  )
  if (!where) return
  await signOut(role).catch(toastFailure)
  if (where === 'there') location.assign(toUrl({ path: oidcPaths.signOut }, {}, { role }))
}
