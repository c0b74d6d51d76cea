import type { ApiToken } from '#contract/accounts/api-tokens.ts'
import { isInScope } from '#contract/kit/api-tokens/token-scopes.ts'
import type { Role } from '#contract/roles.ts'
import { addWebhook } from '#contract/webhooks/webhooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'

/** Asks before a token is revoked: the reader's own, or that of the named owner. */
export function askToRevoke({ name, scopes }: ApiToken, role: Role, owner?: string) {
  const mayAddWebhooks = role === 'admin' && isInScope(scopes, addWebhook)
  return openConfirmDialog({
    title: 'Revoke token',
    text: `Revoke ${name}${owner === undefined ? '' : ` of ${owner}`}? A program that uses it stops working at once.${mayAddWebhooks ? ' Webhooks added with it stay: see School settings.' : ''}`,
    confirm: 'Yes, revoke',
    isDestructive: true,
  })
}
