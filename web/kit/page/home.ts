import { basePath, type Role } from '#contract/roles.ts'

/** The address of a role's home: where its area begins. */
export function homeOf(role: Role): string {
  return basePath[role] || '/'
}
