import type { setProfile } from '#contract/accounts/accounts.ts'
import type { EndpointInput } from '#contract/kit/endpoint.ts'
import { basePath, type ProfileRole, type Role } from '#contract/roles.ts'
import type { TestApp } from '../app.ts'
import { makeDomain, makePerson } from '../factories.ts'

export const password = 'correct horse'

let invited = 0

/** Adds a person as an admin and returns them with the secret of their invitation. */
export async function invitePerson<R extends Role>(
  app: TestApp,
  role: R,
  email = `${role}-${++invited}@invited.test`,
) {
  const { token } = await makePerson(app, 'admin')
  const url = `/admin/add-${role}`
  const body = { name: `New ${role}`, email }
  const { body: added } = await app.send<{ inviteUrl: string }>('POST', url, { token, body })
  return { email, role, adminToken: token, secret: getInviteSecret(added.inviteUrl) }
}

/** The secret at the end of an invitation's link. */
export function getInviteSecret(inviteUrl: string | undefined): string {
  return inviteUrl?.split('/').at(-1) ?? ''
}

type FullCompletion = EndpointInput<(typeof setProfile)['student']>['body']

/** The profile of a person with these domains. A student takes the first. */
export function makeProfile(domains: { _id: string }[]): FullCompletion & { domains: string[] } {
  return {
    number: '5550001111',
    gender: 'female',
    qualification: 'BSc',
    address: '1 Main Street',
    dob: '2000-02-29',
    age: 26,
    domain: domains[0]?._id ?? '',
    domains: domains.map(({ _id }) => _id),
  }
}

/** A complete profile. Fields a role does not have, such as an advisor's domain, are ignored. */
export async function makeProfileCompletion(
  app: TestApp,
  domain?: { _id: string },
): Promise<FullCompletion & { domains: string[] }> {
  return makeProfile([domain ?? (await makeDomain(app))])
}

/** Sets the password of an invited person and returns the server's reply. */
export function choosePassword(
  app: TestApp,
  { role, secret }: { role: Role; secret: string },
  chosen: unknown = password,
) {
  const body = { password: chosen }
  return app.send('PUT', `${basePath[role]}/set-password/${secret}`, { body })
}

/** Completes the profile of an invited person and returns the server's reply. */
export function fillProfile(
  app: TestApp,
  { role, secret }: { role: ProfileRole; secret: string },
  body: unknown,
) {
  return app.send('PUT', `${basePath[role]}/set-profile/${secret}`, { body })
}

/** Adds a person, sets their password and completes the profile, so that they can sign in. */
export async function onboard(app: TestApp, role: ProfileRole) {
  const person = await invitePerson(app, role)
  await choosePassword(app, person)
  await fillProfile(app, person, await makeProfileCompletion(app))
  return { ...person, _id: await readPersonId(app, person) }
}

/** The id of the person with this email. */
export async function readPersonId(
  { context }: TestApp,
  { email }: { email: string },
): Promise<string> {
  const people = context.db.selectFrom('people').select('id').where('email', '=', email)
  return (await people.executeTakeFirstOrThrow()).id
}
