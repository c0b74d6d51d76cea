import {
  addPerson,
  blockUnblock,
  listInvitationDomains,
  setPassword,
  setProfile,
} from '#contract/accounts/accounts.ts'
import { listPeople } from '#contract/people/people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { makeProfile } from '#test/accounts/onboard.ts'
import type { School } from '../../kit/school.ts'

export type Newcomer = { name: string; email: string; password: string }

/** Adds a person as an admin and returns the secret of their invitation. */
export async function invite(
  school: School,
  role: ProfileRole,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const token = await school.tokenOf('admin')
  const { inviteUrl } = await school.call(addPerson[role], { token, body: { name, email } })
  return inviteUrl?.split('/').at(-1) ?? ''
}

/** Adds a person, sets their password and completes the profile, so that they can sign in. */
export async function onboard(
  school: School,
  role: ProfileRole,
  name = 'Nova Lindgren',
): Promise<Newcomer> {
  const newcomer = {
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@school.test`,
    password: 'a long-kept secret',
  }
  const id = await invite(school, role, newcomer)
  await school.call(setPassword[role], { params: { id }, body: { password: newcomer.password } })
  const domains =
    role === 'advisor' ? [] : await school.call(listInvitationDomains[role], { params: { id } })
  await school.call(setProfile[role], { params: { id }, body: makeProfile(domains) })
  return newcomer
}

/** Blocks a person as an admin. */
export async function blockPerson(school: School, role: ProfileRole, email: string): Promise<void> {
  const token = await school.tokenOf('admin')
  const [person] = await school.call(listPeople[role], { token, query: { search: email } })
  await school.call(blockUnblock[role], {
    token,
    body: { id: person?._id ?? '', action: 'block' },
  })
}
