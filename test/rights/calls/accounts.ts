import { abilities, roles } from '#contract/roles.ts'
import {
  getSecondFactorCode,
  type KnownCall,
  profile,
  reachesNothing,
  reachesOwn,
  repeatForRoles,
  secondFactor,
} from '../describe-call.ts'
import { password } from '../related-people.ts'

/** Logins, sessions, second factors and the own profile. */
export const accountCalls: [string, KnownCall][] = [
  ...repeatForRoles(roles, 'POST /logout', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /sessions', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /my-data', () => reachesNothing),
  ...repeatForRoles(roles, 'POST /end-session', (role) =>
    reachesOwn(({ sessions }) => ({ body: { id: sessions[role] } })),
  ),
  ...repeatForRoles(roles, 'POST /end-other-sessions', () => reachesNothing),
  ...repeatForRoles(roles, 'GET /tokens', () => reachesNothing),
  ...repeatForRoles(roles, 'POST /tokens', () => ({
    input: () => ({ body: { value: { name: 'Timetable', scopes: ['read'] } } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'PUT /end-token', (role) =>
    reachesOwn(({ apiTokens }) => ({ body: { value: { _id: apiTokens[role] } } })),
  ),
  ...repeatForRoles(roles, 'PUT /update-password', () => ({
    input: () => ({ body: { oldpass: password, newpass: 'another horse' } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'PUT /change-email', (role) => ({
    input: ({ domain }) => ({
      body: { email: `${role}-of-${domain}@elsewhere.test`, password, code: undefined },
    }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'GET /second-factor', () => reachesNothing),
  ...repeatForRoles(roles, 'POST /begin-second-factor', () => ({
    input: () => ({ body: { password } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'POST /confirm-second-factor', (role) => ({
    before: secondFactor(role, false),
    input: (of) => ({ body: { code: getSecondFactorCode(of) } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'POST /new-recovery-codes', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: getSecondFactorCode(of) } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(roles, 'POST /remove-second-factor', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: getSecondFactorCode(of) } }),
    reaches: 'nothing',
  })),
  ...repeatForRoles(abilities['keep a profile'], 'GET /profile', () => reachesNothing),
  ...repeatForRoles(abilities['keep a profile'], 'PUT /edit-profile', () => ({
    input: () => ({ body: profile }),
    reaches: 'nothing',
  })),
]
