import { type Ability, basePath, roles } from '../../roles.ts'
import type { Endpoint } from '../endpoint.ts'

/** Calls of everyone's account: passwords, emails, sessions, second factors and tokens. */
const accountAbility: Ability = 'sign in'

const forEveryRole = (method: string, path: string) =>
  roles.map((role) => `${method} ${basePath[role]}${path}`)

/**
 * The calls that no API token can make, beside those of one's own account: each would let a token
 * gain more than its scopes, or outlive them. Inviting advisors and reviewers is left to the scope
 * `manage people`, which says so: schools add staff by program.
 */
const sessionOnlyGroups: { reason: string; calls: string[] }[] = [
  {
    reason: 'Admins and invitations: a token must not make an account with more rights than it has',
    calls: [
      ...['POST /admin/add-admin', 'PUT /admin/edit-admin', 'PATCH /admin/block-unblock-admin'],
      ...['PUT /admin/undo-block-admin', 'PUT /admin/change-role', 'PUT /admin/revoke-invitation'],
    ],
  },
  {
    reason: 'How others sign in: passwords, second factors, login locks, sessions and tokens',
    calls: [
      ...roles.map((role) => `POST /admin/reset-password-${role}`),
      ...roles.map((role) => `POST /admin/reset-second-factor-${role}`),
      ...['GET /admin/second-factor-roles', 'PUT /admin/second-factor-roles'],
      ...['GET /admin/locks', 'POST /admin/end-lock'],
      ...['GET /admin/person-sessions', 'PUT /admin/end-person-sessions'],
      ...['GET /admin/person-tokens', 'PUT /admin/end-person-token'],
    ],
  },
  {
    reason: 'Everything stored about a person, and erasing them',
    calls: ['GET /admin/person-data', 'PUT /admin/erase-person'],
  },
  {
    reason: 'The mail server: password links are sent through it',
    calls: ['POST /admin/try-mail-server'],
  },
  {
    reason: 'Secrets that need no session and would outlive a token',
    calls: [
      ...forEveryRole('POST', '/calendar-link'),
      ...['GET /ice-servers', 'GET /reviewer/ice-servers'],
    ],
  },
  {
    reason: 'Push notifications of a session’s browser',
    calls: [
      ...forEveryRole('GET', '/push-key'),
      ...forEveryRole('PUT', '/push-subscription'),
      ...forEveryRole('PUT', '/end-push'),
    ],
  },
]

/** Those calls by name, such as `PUT /admin/edit-admin`, each with its reason. */
export const sessionOnlyCalls: ReadonlyMap<string, string> = new Map(
  sessionOnlyGroups.flatMap(({ reason, calls }) => calls.map((call) => [call, reason])),
)

/**
 * Fields of a body that no API token can send, by call: they decide who receives password links.
 */
export const sessionOnlyFields: ReadonlyMap<string, readonly string[]> = new Map([
  ['PUT /admin/edit-student', ['email']],
  ['PUT /admin/edit-advisor', ['email']],
  ['PUT /admin/edit-reviewer', ['email']],
  ['PUT /admin/school-settings', ['mailServer', 'mailFrom']],
])

/** Fields that no reply to an API token has: whoever has an invitation’s link can use it. */
export const sessionOnlyReplyFields: readonly string[] = ['inviteUrl', 'invitations']

type Call = Pick<Endpoint, 'method' | 'path' | 'may'>

/** Why only a session can make a call; undefined if an API token can make it too. */
export function getSessionOnlyReason({ method, path, may }: Call): string | undefined {
  if (may === accountAbility) return 'The caller’s own account: passwords, sessions and tokens'
  return sessionOnlyCalls.get(`${method} ${path}`)
}

/** Returns the fields of a call's body that an API token cannot send. */
export function getSessionOnlyFields({ method, path }: Call): readonly string[] {
  return sessionOnlyFields.get(`${method} ${path}`) ?? []
}
