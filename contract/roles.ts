/** The four kinds of user (specification, sections 1 and 6). */
export const roles = ['student', 'advisor', 'reviewer', 'admin'] as const
export type Role = (typeof roles)[number]

/** Returns, for example, 'a student' or 'an advisor'. */
export function withArticle(role: Role): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
}

/** The roles with a profile of their own: all but admins. */
export const profileRoles = ['student', 'advisor', 'reviewer'] as const
export type ProfileRole = (typeof profileRoles)[number]

/** The path prefix of each role's calls and screens. */
export const basePath: Record<Role, string> = {
  student: '',
  advisor: '/advisor',
  reviewer: '/reviewer',
  admin: '/admin',
}

/** The colour of each role's top bar (specification, section 2). */
export const barColour: Record<Role, string> = {
  student: '#0b0b0c',
  advisor: '#154a6c',
  reviewer: '#1f2937',
  admin: '#134140',
}

/** What each role may do (specification, section 6). An endpoint names the ability it needs. */
export const abilities = {
  'sign in': ['student', 'advisor', 'reviewer', 'admin'],
  'be told': ['student', 'advisor', 'reviewer', 'admin'],
  'subscribe to reviews': ['student', 'advisor', 'reviewer', 'admin'],
  'have reviews': ['student', 'advisor', 'reviewer'],
  'keep a profile': ['student', 'advisor', 'reviewer'],
  'follow own progress': ['student'],
  'follow reviews': ['advisor', 'reviewer'],
  'guide students': ['advisor'],
  'decide weeks': ['advisor', 'admin'],
  'book slots': ['advisor', 'admin'],
  'look for slots': ['student', 'advisor', 'admin'],
  'cancel bookings': ['advisor', 'reviewer', 'admin'],
  'report no-shows': ['student', 'advisor', 'reviewer', 'admin'],
  'ask for another time': ['student'],
  'read histories': ['student', 'advisor', 'reviewer', 'admin'],
  'publish slots': ['reviewer'],
  'see who is away': ['reviewer', 'advisor', 'admin'],
  'see free places': ['advisor', 'admin'],
  'mark reviews': ['reviewer'],
  'see hours': ['reviewer', 'admin'],
  'read rubrics': ['advisor', 'reviewer', 'admin'],
  'look at every review': ['admin'],
  'hold calls': ['student', 'reviewer'],
  'see call records': ['advisor', 'reviewer', 'admin'],
  'manage people': ['admin'],
  'manage domains': ['admin'],
  'manage tasks': ['admin'],
  'watch the school': ['admin'],
  'read the audit log': ['admin'],
  'watch the mails': ['admin'],
  'set up the school': ['admin'],
  'manage webhooks': ['admin'],
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof abilities
/** The abilities by which somebody who has finished the course may still change something. */
export const abilitiesAfterCourse: readonly Ability[] = ['sign in', 'be told']
export type RoleAbleTo<A extends Ability> = (typeof abilities)[A][number]

/** Whether a role has an ability. */
export function isAble(ability: Ability, role: Role): boolean {
  const able: readonly Role[] = abilities[ability]
  return able.includes(role)
}

/** Maps each role to a value, such as an endpoint. */
export function mapRoles<R extends Role, E>(
  roles: readonly R[],
  make: (role: R) => E,
): Record<R, E> {
  return Object.fromEntries(roles.map((role) => [role, make(role)])) as Record<R, E>
}
