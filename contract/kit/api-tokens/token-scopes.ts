import { type Ability, abilities, isAble, type Role } from '../../roles.ts'

/** Scopes of every role: `read` allows all reading calls, `write` all calls. */
export const generalScopes = ['read', 'write'] as const

/** A scope of an API token: a general one, or for admins an ability, for its calls alone. */
export type TokenScope = (typeof generalScopes)[number] | Ability

/** Account security. No API token has this ability. */
const sessionAbility: Ability = 'sign in'

/** Lists the scopes that a token of this role can have. */
export function listScopesOfRole(role: Role): [TokenScope, ...TokenScope[]] {
  return role === 'admin' ? ['read', 'write', ...adminScopes] : ['read', 'write']
}

const isAbility = (name: string): name is Ability => Object.hasOwn(abilities, name)
const adminScopes = Object.keys(abilities)
  .filter(isAbility)
  .filter((ability) => ability !== sessionAbility && isAble(ability, 'admin'))

/** All scopes, for replies. */
export const tokenScopes: [TokenScope, ...TokenScope[]] = listScopesOfRole('admin')

/**
 * Whether a token with these scopes can make a call that is not session-only. Each scope adds to
 * the others; none exceeds the owner's role.
 */
export function isInScope(
  scopes: readonly TokenScope[],
  { method, may }: { method: string; may: Ability | null },
): boolean {
  if (may === null || scopes.includes('write') || scopes.includes(may)) return true
  return method === 'GET' && scopes.includes('read')
}
