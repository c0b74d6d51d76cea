import { screen } from '@testing-library/dom'
import {
  addPerson,
  listInvitationDomains,
  setPassword,
  setProfile,
} from '#contract/accounts/accounts.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { makeProfile } from '../../accounts/onboard.ts'
import { makePerson } from '../../factories.ts'
import { fill, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import type { School } from '../school.ts'

export const deadLinkMessage =
  'This link is not valid or has expired. Ask your admin for a new one.'
export const password = 'a long-kept secret'

type Newcomer = { role: Role; email: string; password: string; secret: string }

/** Adds a person as an admin does, without opening the link in their mail. */
export async function invite(school: School, role: Role): Promise<Newcomer> {
  const { token } = await makePerson(school, 'admin')
  const email = `nova.${role}@school.test`
  const body = { name: 'Nova Lindgren', email }
  const { inviteUrl } = await school.call(addPerson[role], { token, body })
  return { role, email, password, secret: inviteUrl?.split('/').at(-1) ?? '' }
}

/** Sets the password of an invited person. */
export async function choosePassword(school: School, { role, secret }: Newcomer): Promise<void> {
  await school.call(setPassword[role], { params: { id: secret }, body: { password } })
}

/** Invites a person, sets their password and completes the profile, so that they can sign in. */
export async function onboard(school: School, role: ProfileRole): Promise<Newcomer> {
  const newcomer = await invite(school, role)
  await choosePassword(school, newcomer)
  const params = { id: newcomer.secret }
  const domains =
    role === 'advisor' ? [] : await school.call(listInvitationDomains[role], { params })
  await school.call(setProfile[role], { params, body: makeProfile(domains) })
  return newcomer
}

/** Invites a person and opens the link in their mail. */
export async function inviteAndOpenLink(school: School, role: Role): Promise<Newcomer> {
  const newcomer = await invite(school, role)
  await openScreen(school, { at: new URL(await school.linkTo(newcomer.email)).pathname })
  await screen.findByLabelText('Confirm password')
  return newcomer
}

/** Types a password twice and submits it. */
export async function typePassword(first: string, second: string): Promise<void> {
  await fill(screen.getByLabelText('Password'), first)
  await fill(screen.getByLabelText('Confirm password'), second)
  await press('Set password')
}
