import { basePath, type Role } from '../roles.ts'

/** Who has a calendar of slots. */
export type CalendarRole = 'reviewer' | 'advisor' | 'admin'

/** The addresses of the page that notices and mails lead to; `web/paths.ts` has them all. */
export const pagePaths = {
  home: (role: Role) => basePath[role] || '/',
  /** Where a person changes their password and ends sessions: an admin has no profile. */
  account: (role: Role) => `${basePath[role]}/${role === 'admin' ? 'account' : 'profile'}`,
  reviewDetails: (role: Role, review: string) => `${basePath[role]}/review-details/${review}`,
  call: (role: Role, room: string) => `${basePath[role]}/call/${room}`,
  availability: '/reviewer/availability',
  reviewerList: '/admin/reviewer-list',
  notices: (role: Role) => `${basePath[role]}/notices`,
  noticeSettings: (role: Role) => `${basePath[role]}/notice-settings`,
  calendar: (role: CalendarRole) => `${basePath[role]}/calendar`,
} as const
