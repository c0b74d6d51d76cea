import { getAge } from '#contract/accounts/birth-date.ts'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { addDays } from '#contract/kit/time/zone.ts'
import { mobileNumberLength } from '#contract/limits/limits.ts'
import type { Gender } from '#contract/people/profile.ts'
import type { Role } from '#contract/roles.ts'
import { demoLogins, demoMailDomain } from '#contract/school/school.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import { makeIdAt, pickOne, type Random, randomInteger } from '../random.ts'
import type { PersonRow } from '../rows.ts'
import { type FullName, toEmailName } from './name-source.ts'
import { qualifications, staffQualifications, streets, towns } from './word-lists.ts'

/** The names of the people behind the demo logins. */
export const demoNames: Record<Role, { name: string; gender: Gender }> = {
  student: { name: 'Amara Okafor', gender: 'female' },
  advisor: { name: 'Henrik Lindqvist', gender: 'male' },
  reviewer: { name: 'Priya Nair', gender: 'female' },
  admin: { name: 'Grace Bennett', gender: 'female' },
}

/** The hash of the demo password, and of a random password that nobody knows. */
export type PasswordHashes = { demo: string; unknown: string }

export type PeopleSource = {
  random: Random
  /** YYYY-MM-DD; ages are as of this date. */
  today: string
  nextName: () => FullName
  passwordHashes: PasswordHashes
}

export type PersonOptions = {
  role: Role
  createdAt: number
  /** Null if invited and without a profile. */
  verifiedAt: number | null
  /** Whether the role's demo login belongs to them. */
  isDemo?: boolean
  blockedAt?: number | null
  domainId?: string | null
  week?: number | null
}

/** Makes a person, with a profile if verified; admins have none. */
export function makePerson(source: PeopleSource, options: PersonOptions): PersonRow {
  const { random, passwordHashes } = source
  const { role, isDemo = false } = options
  const { name, gender, emailName } = isDemo
    ? { ...demoNames[role], emailName: toEmailName(demoNames[role].name) }
    : source.nextName()
  const email = isDemo ? demoLogins[role].email : `${emailName}@${role}s.${demoMailDomain}`
  const hash = isDemo ? passwordHashes.demo : passwordHashes.unknown
  const hasProfile = options.verifiedAt !== null && role !== 'admin'
  return {
    id: makeIdAt(random, options.createdAt),
    role,
    name,
    email,
    ...computePersonKeys({ name, email }, defaultSortingLanguage),
    password_hash: options.verifiedAt === null ? null : hash,
    verified_at: options.verifiedAt,
    blocked_at: options.blockedAt ?? null,
    erased_at: null,
    ...takingPart,
    ...(hasProfile ? makeProfile(source, role, gender) : emptyProfile),
    domain_id: options.domainId ?? null,
    week: options.week ?? null,
    created_at: options.createdAt,
    invited_at: options.createdAt,
    import_id: null,
    first_advisor_id: null,
  }
}

const takingPart = {
  paused_at: null,
  paused_until: null,
  pause_reason: null,
  finished_at: null,
  outcome: null,
  finish_reason: null,
}

const emptyProfile = {
  number: null,
  gender: null,
  qualification: null,
  address: null,
  dob: null,
  age: null,
}

const kinds = {
  student: { youngestDays: 18 * 366, oldestDays: 36 * 365, qualifications },
  staff: { youngestDays: 27 * 366, oldestDays: 58 * 365, qualifications: staffQualifications },
}

function makeProfile({ random, today }: PeopleSource, role: Role, gender: Gender) {
  const kind = kinds[role === 'student' ? 'student' : 'staff']
  const dob = addDays(today, -randomInteger(random, kind.youngestDays, kind.oldestDays))
  const digits = Array.from({ length: mobileNumberLength - 1 }, () => randomInteger(random, 0, 9))
  const house = randomInteger(random, 1, 180)
  return {
    number: [randomInteger(random, 6, 9), ...digits].join(''),
    gender,
    qualification: pickOne(random, kind.qualifications),
    address: `${house} ${pickOne(random, streets)}, ${pickOne(random, towns)}`,
    dob,
    age: getAge(today, dob),
  }
}
