import type { TokenScope } from '#contract/kit/api-tokens/token-scopes.ts'

const labels: Partial<Record<TokenScope, string>> = {
  read: 'Read everything',
  write: 'Read and change everything',
  'be told': 'Read notifications',
  'subscribe to reviews': 'See the calendar link',
}

/** A scope as people read it: 'Manage people'. */
export function formatScope(scope: TokenScope): string {
  return labels[scope] ?? scope.charAt(0).toUpperCase() + scope.slice(1)
}
