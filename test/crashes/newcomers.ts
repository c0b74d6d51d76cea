import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  addPerson,
  blockUnblock,
  login,
  loginResultField,
  logout,
  setPassword,
  setProfile,
  updatePassword,
} from '#contract/accounts/accounts.ts'
import { toUrl } from '#contract/kit/endpoint.ts'
import { listPeople } from '#contract/people/people.ts'
import { type ProfileRole, profileRoles } from '#contract/roles.ts'
import { pickOne, randomBoolean } from '#seed/random.ts'
import { hashSecret } from '#server/kit/id.ts'
import { getInviteSecret } from '#test/accounts/onboard.ts'
import { makeChange, readWithoutRecording, type WriterContext } from './make-change.ts'
import { toPersonFact } from './read-facts.ts'

type Newcomer = {
  role: ProfileRole
  email: string
  id: string
  secret: string
  mails: number
  /** The hashes of their open sessions. */
  sessions: string[]
}

const Invited = z.object({ inviteUrl: z.string() })
const password = 'correct horse'

/** Adds a person and goes on to a random stage: invited again, active, blocked, signed in. */
export async function onboardNewcomer(desk: WriterContext, domain: string): Promise<void> {
  const { random } = desk
  const role = pickOne(random, profileRoles)
  const person = await add(desk, role)
  while (randomBoolean(random, 0.3)) await inviteAgain(desk, person)
  if (randomBoolean(random, 0.5)) return
  await choosePassword(desk, person)
  if (randomBoolean(random, 0.2)) await inviteAgain(desk, person)
  else if (randomBoolean(random, 0.8)) {
    await completeProfile(desk, person, domain)
    if (randomBoolean(random, 0.5)) await signIn(desk, person)
    if (randomBoolean(random, 0.3)) await block(desk, person)
  }
}

async function add(desk: WriterContext, role: ProfileRole): Promise<Newcomer> {
  const email = `${role}-${randomBytes(6).toString('hex')}@school.test`
  const reply = await makeChange(desk, {
    what: `add ${email}`,
    to: addPerson[role],
    body: { name: 'New', email },
    effects: {
      [`person ${email}`]: toPersonFact(role, false, false),
      [`password ${email}`]: 'none',
      [`emails ${email}`]: '1',
    },
    learned: (answer) => toInvitation(email, answer),
  })
  const url = toUrl(listPeople[role], {}, { search: email })
  const listed = z.array(z.object({ _id: z.string() })).parse(await readWithoutRecording(desk, url))
  const secret = getInviteSecret(Invited.parse(reply).inviteUrl)
  return { role, email, id: listed[0]?._id ?? '', secret, mails: 1, sessions: [] }
}

const toInvitation = (email: string, answer: unknown) => ({
  [`invitation ${email}`]: hashSecret(getInviteSecret(Invited.parse(answer).inviteUrl)),
})

async function inviteAgain(desk: WriterContext, person: Newcomer): Promise<void> {
  const { role, email, id } = person
  person.mails += 1
  const reply = await makeChange(desk, {
    what: `invite ${email} again`,
    to: blockUnblock[role],
    body: { id, action: 'block' },
    effects: { [`password ${email}`]: 'none', [`emails ${email}`]: String(person.mails) },
    learned: (answer) => toInvitation(email, answer),
    unsure: [`invitation ${email}`],
  })
  person.secret = getInviteSecret(Invited.parse(reply).inviteUrl)
}

async function choosePassword(
  desk: WriterContext,
  { role, email, secret }: Newcomer,
): Promise<void> {
  await makeChange(desk, {
    what: `${email} chooses a password`,
    to: { ...setPassword[role], path: toUrl(setPassword[role], { id: secret }) },
    body: { password },
    effects: { [`password ${email}`]: 'chosen' },
  })
}

async function completeProfile(
  desk: WriterContext,
  person: Newcomer,
  domain: string,
): Promise<void> {
  const { role, email, secret } = person
  const profile = { number: '5550001111', gender: 'female', qualification: 'BSc' }
  const more = { address: '1 Main Street', dob: '2000-02-29', age: 26 }
  await makeChange(desk, {
    what: `${email} completes the profile`,
    to: { ...setProfile[role], path: toUrl(setProfile[role], { id: secret }) },
    body: { ...profile, ...more, domain, domains: [domain] },
    effects: {
      [`person ${email}`]: toPersonFact(role, true, false),
      [`number ${email}`]: profile.number,
      [`invitation ${email}`]: null,
      ...(role === 'student' && {
        [`week ${email}`]: '1',
        [`first review ${email}`]: 'week 1',
      }),
    },
  })
}

async function signIn(desk: WriterContext, person: Newcomer): Promise<void> {
  const { role, email, sessions } = person
  const open = async () => {
    let token = ''
    await makeChange(desk, {
      what: `${email} signs in`,
      to: login[role],
      body: { email, password },
      effects: {},
      learned(answer) {
        const result = z.record(z.string(), z.object({ token: z.string() })).parse(answer)
        token = result[loginResultField[role]]?.token ?? ''
        sessions.push(hashSecret(token))
        return { [`session ${hashSecret(token)}`]: 'open' }
      },
    })
    return token
  }
  const [first, second] = [await open(), await open()]
  if (randomBoolean(desk.random, 0.5)) {
    await makeChange(desk, {
      what: `${email} changes the password`,
      to: updatePassword[role],
      token: second,
      body: { value: { oldpass: password, newpass: `${password} 2` } },
      effects: { [`session ${hashSecret(first)}`]: null },
    })
    person.sessions = [hashSecret(second)]
  }
  await makeChange(desk, {
    what: `${email} signs out`,
    to: logout[role],
    token: second,
    body: undefined,
    effects: { [`session ${hashSecret(second)}`]: null },
  })
}

async function block(desk: WriterContext, { role, email, id, sessions }: Newcomer): Promise<void> {
  for (const action of ['block', 'unblock'] as const) {
    await makeChange(desk, {
      what: `${action} ${email}`,
      to: blockUnblock[role],
      body: { id, action },
      effects: {
        [`person ${email}`]: toPersonFact(role, true, action === 'block'),
        ...Object.fromEntries(sessions.map((hash) => [`session ${hash}`, null])),
      },
    })
  }
}
