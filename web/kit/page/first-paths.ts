import { pagePaths } from '#contract/kit/page-paths.ts'
import { basePath, type Role, roles } from '#contract/roles.ts'

/** The addresses that a login needs: all others are no part of a first visit to it. */
export const firstPaths = {
  home: pagePaths.home,
  login: (role: Role) => `${basePath[role]}/login`,
  forgotPassword: (role: Role) => `${basePath[role]}/forgot-password`,
} as const

/**
 * Whose area an address lies in: everything that has no prefix is the student's. Who sets the school
 * up becomes its admin.
 */
export function getRoleForPath(pathname: string): Role {
  const prefix = pathname.split('/')[1]
  if (prefix === 'set-up') return 'admin'
  return roles.find((role) => role === prefix) ?? 'student'
}

/**
 * Whether an address needs no session: those that stand in mails, or that the server has printed,
 * and the way to one of them.
 */
export function isPublicPath(pathname: string): boolean {
  return /^(\/(advisor|reviewer|admin))?\/(manual\b|(set-password|set-profile|reset-password|confirm-email|undo-email|set-up)\/|forgot-password$)/.test(
    pathname,
  )
}
