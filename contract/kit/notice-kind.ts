/** What people are told of; each is described in `contract/notices.ts`. */
export const noticeKinds = [
  'booked',
  'moved',
  'granted',
  'cancelled',
  'asked',
  'withdrawn',
  'no-show',
  'lost',
  'marked',
  'begun',
  'repeated',
  'undone',
  'waiting',
  'password-changed',
  'new-browser',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Makes one thing a kind of notice. */
export function forKinds<K extends NoticeKind, Made>(
  kinds: readonly K[],
  make: (kind: K) => Made,
): Record<K, Made> {
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<K, Made>
}
