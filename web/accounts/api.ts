import { logout } from '#contract/accounts/login.ts'
import type { Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { clearSession } from '#web/kit/api/session.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastFailure } from '#web/kit/page/overlays/toast.ts'

/** Ends the session on the server and in this browser; there also without the server. */
export async function signOut(role: Role): Promise<void> {
  try {
    await callApi(logout[role])
  } finally {
    clearSession(role)
  }
}

/** Asks for confirmation, then signs out (specification, section 2). */
export async function confirmSignOut(role: Role): Promise<void> {
  const sure = await confirmDialog({
    title: 'Logout',
    text: 'Are you sure you want to logout?',
    confirm: 'Yes, logout!',
  })
  if (sure) await signOut(role).catch(toastFailure)
}
