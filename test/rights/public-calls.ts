import { basePath, profileRoles, roles } from '#contract/roles.ts'
import { type Input, profile } from './describe-call.ts'
import { password, type RelatedPeopleWithInvited } from './related-people.ts'

const completion = {
  ...profile,
  gender: 'female',
  qualification: 'BSc',
  dob: '2000-02-29',
  age: 26,
}

/** Public calls that need a cookie; `server/accounts/oidc` tests who may make them. */
export const callsNeedingCookie: readonly string[] = ['POST /oidc/finish']

/** Public calls, which contain their authorisation. */
export const publicCalls: ReadonlyMap<string, (of: RelatedPeopleWithInvited) => Input> = new Map<
  string,
  (of: RelatedPeopleWithInvited) => Input
>([
  ['GET /school', () => ({})],
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `POST ${basePath[role]}/login`,
    // There is no second factor, so no code is needed.
    ({ emails }) => ({ body: { email: emails[role], password, code: undefined } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `PUT ${basePath[role]}/reset-password/:id`,
    ({ resets }) => ({ params: { id: resets[role] }, body: { password: 'a new horse' } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `GET ${basePath[role]}/check-reset-password/:id`,
    ({ resets }) => ({ params: { id: resets[role] } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `POST ${basePath[role]}/forgot-password`,
    ({ emails }) => ({ body: { email: emails[role] } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `GET ${basePath[role]}/check-confirm-email/:id`,
    ({ newEmails }) => ({ params: { id: newEmails[role] } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `GET ${basePath[role]}/check-undo-email/:id`,
    ({ oldEmails }) => ({ params: { id: oldEmails[role] } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `POST ${basePath[role]}/confirm-email/:id`,
    ({ newEmails }) => ({ params: { id: newEmails[role] } }),
  ]),
  ...roles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `POST ${basePath[role]}/undo-email/:id`,
    ({ oldEmails }) => ({ params: { id: oldEmails[role] } }),
  ]),
  ...roles.flatMap((role): [string, (of: RelatedPeopleWithInvited) => Input][] => [
    [
      `GET ${basePath[role]}/check-invitation/:id`,
      ({ newcomers }) => ({ params: { id: newcomers[role] } }),
    ],
    [
      `PUT ${basePath[role]}/set-password/:id`,
      ({ newcomers }) => ({ params: { id: newcomers[role] }, body: { password: 'a new horse' } }),
    ],
  ]),
  ...profileRoles.map((role): [string, (of: RelatedPeopleWithInvited) => Input] => [
    `PUT ${basePath[role]}/set-profile/:id`,
    ({ invitations, domain }) => ({
      params: { id: invitations[role] },
      body: {
        ...completion,
        ...(role === 'student' ? { domain } : {}),
        ...(role === 'reviewer' ? { domains: [domain] } : {}),
      },
    }),
  ]),
  ...(['student', 'reviewer'] as const).map(
    (role): [string, (of: RelatedPeopleWithInvited) => Input] => [
      `GET ${basePath[role]}/get-domaim-info/:id`,
      ({ invitations }) => ({ params: { id: invitations[role] } }),
    ],
  ),
])
