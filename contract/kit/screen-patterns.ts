import { basePath, type Role, roles } from '../roles.ts'

const ofEachRole = ['', '/login', '/notices', '/notice-settings']
const ofAccounts = [
  '/forgot-password',
  '/reset-password/:id',
  '/confirm-email/:id',
  '/undo-email/:id',
]
const ofInvitations = ['/set-password/:id', '/set-profile/:id']
const ofReviews = ['/profile', '/review-details/:id']
const ofCalls = ['/device-check', '/call/:room']

const below: Record<Role, string[]> = {
  student: [
    ...[...ofEachRole, ...ofAccounts, ...ofInvitations, ...ofReviews, ...ofCalls],
    ...['/set-up/:id', '/weekly-task', '/manifest', '/progress'],
  ],
  advisor: [
    ...[...ofEachRole, ...ofAccounts, ...ofInvitations, ...ofReviews],
    ...['/reviews-list', '/calendar', '/review-schedule', '/plan', '/board', '/progress/:id'],
  ],
  reviewer: [
    ...[...ofEachRole, ...ofAccounts, ...ofInvitations, ...ofReviews, ...ofCalls],
    ...['/reviews-list', '/add-slot', '/slots-list', '/availability', '/calendar', '/hours'],
  ],
  admin: [
    ...[...ofEachRole, ...ofAccounts, '/set-password/:id'],
    ...['/student-list', '/advisor-list', '/reviewer-list', '/admin-list', '/add-user', '/account'],
    ...['/import-people/:role', '/import-course/:id'],
    ...['/person/:role/:id', '/student-reviews/:id', '/review-details/:id', '/calendar'],
    ...['/create-task', '/domain-list', '/week-list/:id', '/course/:id', '/task-details/:id'],
    ...['/week-list/:id/rubric', '/webhooks', '/webhooks/:id'],
    ...['/school', '/trail', '/mails', '/health', '/insight', '/hours'],
  ],
}

/** The manual belongs to no role. '/manual/:page' dates from before it had folders. */
const ofManual = ['/manual', '/manual/:folder/:page', '/manual/:page']

/** The paths of all screens, with parameters written `:name` (specification, section 2). */
export const screenPatterns: readonly string[] = [
  ...roles.flatMap((role) => below[role].map((path) => basePath[role] + path || '/')),
  ...ofManual,
]

const toPattern = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`)
const patterns = screenPatterns.map(toPattern)

/** Whether a path leads to a screen. */
export function isScreenPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** Whether a path leads to a screen of a role. */
export function isScreenOf(role: Role, path: string): boolean {
  return below[role].some((one) => toPattern(basePath[role] + one || '/').test(path))
}
