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
