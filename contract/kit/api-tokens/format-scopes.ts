/** Scopes whose names do not say enough; the others stand for themselves. */
const labels: Record<string, string> = {
  read: 'Read everything',
  write: 'Read and change everything',
  'manage people': 'Manage people and invite staff',
  'be told': 'Manage notifications',
  'subscribe to reviews': 'See when the calendar link was created',
  'look for slots': 'Find free slots',
  'look at every review': 'See all reviews',
  'see free places': 'See how many slots are free',
  'watch the mails': 'See and resend emails',
}

/** A scope as people read it: 'Manage tasks'. */
export function formatScope(scope: string): string {
  return labels[scope] ?? scope.charAt(0).toUpperCase() + scope.slice(1)
}

/** The scopes of a token as people read them; `write` includes all others. */
export function formatScopes(scopes: readonly string[]): string {
  return (scopes.includes('write') ? ['write'] : scopes).map(formatScope).join(', ')
}
