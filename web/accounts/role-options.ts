import type { Role } from '#contract/roles.ts'

/** The options of a select of roles, such as 'Advisor'. */
export function toRoleOptions<R extends Role>(roles: readonly R[]): { value: R; label: string }[] {
  return roles.map((role) => ({ value: role, label: `${role[0]?.toUpperCase()}${role.slice(1)}` }))
}
