import { basePath, type Role } from '../roles.ts'

export type CalendarRole = 'reviewer' | 'advisor' | 'admin'

/** The page paths used in notifications and mails. `web/paths.ts` has all of them. */
export const linkedPagePaths = {
  home: (role: Role) => basePath[role] || '/',
  /** Where people change their password and end sessions. Admins have no profile. */
  account: (role: Role) => `${basePath[role]}/${role === 'admin' ? 'account' : 'profile'}`,
  reviewDetails: (role: Role, review: string) => `${basePath[role]}/review-details/${review}`,
  call: (role: Role, room: string) => `${basePath[role]}/call/${room}`,
  weeklyTask: '/weekly-task',
  availability: '/reviewer/availability',
  reviewerList: '/admin/reviewer-list',
  webhooks: '/admin/webhooks',
  notices: (role: Role) => `${basePath[role]}/notices`,
  noticeSettings: (role: Role) => `${basePath[role]}/notice-settings`,
  calendar: (role: CalendarRole) => `${basePath[role]}/calendar`,
} as const
