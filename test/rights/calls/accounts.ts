import { abilities, roles } from '#contract/roles.ts'
import { password } from '../circle.ts'
import {
  codeFor,
  each,
  type KnownCall,
  nothing,
  own,
  profile,
  secondFactor,
} from '../describe-call.ts'

/** Logins, sessions, second factors and the own profile. */
export const accountCalls: [string, KnownCall][] = [
  ...each(roles, 'POST /logout', () => nothing),
  ...each(roles, 'GET /sessions', () => nothing),
  ...each(roles, 'GET /my-data', () => nothing),
  ...each(roles, 'POST /end-session', (role) =>
    own(({ sessions }) => ({ body: { id: sessions[role] } })),
  ),
  ...each(roles, 'POST /end-other-sessions', () => nothing),
  ...each(roles, 'GET /tokens', () => nothing),
  ...each(roles, 'POST /tokens', () => ({
    input: () => ({ body: { value: { name: 'Timetable', scopes: ['read'] } } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'PUT /end-token', (role) =>
    own(({ apiTokens }) => ({ body: { value: { _id: apiTokens[role] } } })),
  ),
  ...each(roles, 'PUT /update-password', () => ({
    input: () => ({ body: { oldpass: password, newpass: 'another horse' } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'PUT /change-email', (role) => ({
    input: ({ domain }) => ({
      body: { email: `${role}-of-${domain}@elsewhere.test`, password, code: undefined },
    }),
    reaches: 'nothing',
  })),
  ...each(roles, 'GET /second-factor', () => nothing),
  ...each(roles, 'POST /begin-second-factor', () => ({
    input: () => ({ body: { password } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /confirm-second-factor', (role) => ({
    before: secondFactor(role, false),
    input: (of) => ({ body: { code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /new-recovery-codes', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(roles, 'POST /remove-second-factor', (role) => ({
    before: secondFactor(role, true),
    input: (of) => ({ body: { password, code: codeFor(of) } }),
    reaches: 'nothing',
  })),
  ...each(abilities['keep a profile'], 'GET /profile', () => nothing),
  ...each(abilities['keep a profile'], 'PUT /edit-profile', () => ({
    input: () => ({ body: profile }),
    reaches: 'nothing',
  })),
]
