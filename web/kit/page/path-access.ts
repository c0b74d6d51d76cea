import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'

/** The paths that the login needs; all others are not part of a first visit to it. */
export const loginPaths = {
  home: linkedPagePaths.home,
  login: (role: Role) => `${basePath[role]}/login`,
  forgotPassword: (role: Role) => `${basePath[role]}/forgot-password`,
} as const

/**
 * The role whose area a path is in: paths without a prefix are the student's. Setting up the school
 * is the admin's.
 */
export function getRoleForPath(pathname: string): Role {
  const prefix = pathname.split('/')[1]
  if (prefix === 'set-up') return 'admin'
  return roles.find((role) => role === prefix) ?? 'student'
}

/**
 * Whether a path needs no session: links in mails or printed by the server, and the
 * forgotten-password screen.
 */
export function isPublicPath(pathname: string): boolean {
  return /^(\/(advisor|reviewer|admin))?\/(manual\b|(set-password|set-profile|reset-password|confirm-email|undo-email|set-up)\/|forgot-password$)/.test(
    pathname,
  )
}
