import { abilities, roles } from '#contract/roles.ts'
import {
  codeFor,
  forRoles,
  type KnownCall,
  profile,
  reachesNothing,
  reachesOwn,
  secondFactor,
} from '../describe-call.ts'
import { password } from '../related-people.ts'

/** Logins, sessions, second factors and the own profile. */
export const accountCalls: [string, KnownCall][] = [
  ...forRoles(roles, 'POST /logout', () => reachesNothing),
  ...forRoles(roles, 'GET /sessions', () => reachesNothing),
  ...forRoles(roles, 'GET /my-data', () => reachesNothing),
  ...forRoles(roles, 'POST /end-session', (role) =>
    reachesOwn(({ sessions }) => ({ body: { id: sessions[role] } })),
  ),
  ...forRoles(roles, 'POST /end-other-sessions', () => reachesNothing),
  ...forRoles(roles, 'GET /tokens', () => reachesNothing),
  ...forRoles(roles, 'POST /tokens', () => ({
    input: () => ({ body: { value: { name: 'Timetable', scopes: ['read'] } } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'PUT /end-token', (role) =>
    reachesOwn(({ apiTokens }) => ({ body: { value: { _id: apiTokens[role] } } })),
  ),
  ...forRoles(roles, 'PUT /update-password', () => ({
    input: () => ({ body: { oldpass: password, newpass: 'another horse' } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'PUT /change-email', (role) => ({
    input: ({ domain }) => ({
      body: { email: `${role}-of-${domain}@elsewhere.test`, password, code: undefined },
    }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'GET /second-factor', () => reachesNothing),
  ...forRoles(roles, 'POST /begin-second-factor', () => ({
    input: () => ({ body: { password } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'POST /confirm-second-factor', (role) => ({
    before: secondFactor(role, false),
    input: (of) => ({ body: { code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'POST /new-recovery-codes', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...forRoles(roles, 'POST /remove-second-factor', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...forRoles(abilities['keep a profile'], 'GET /profile', () => reachesNothing),
  ...forRoles(abilities['keep a profile'], 'PUT /edit-profile', () => ({
    input: () => ({ body: profile }),
    reaches: 'nothing',
  })),
]
