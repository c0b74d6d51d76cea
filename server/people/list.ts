import type { QueryOf } from '#contract/kit/endpoint.ts'
import { isoInstant } from '#contract/kit/iso.ts'
import {
  anyDomain,
  type listPeople as endpoint,
  type ListedPerson,
  peopleRefusals,
} from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { mapPage, type Page } from '#server/database/list.ts'
import { searchText } from '#server/database/search.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { readListed, readPeople } from './list-queries.ts'
import { domainOf } from './profile.ts'
import { readFailedMail } from './queries.ts'

/**
 * A page of the people of a role, by name; `search` looks in name and email, `domain` is for
 * students, and 'all' or nothing is no filter (contract, section 5).
 */
export async function listPeople(
  { db }: Context,
  role: AddableRole,
  { search, domain, ...asked }: QueryOf<(typeof endpoint)[AddableRole]>,
): Promise<Page<ListedPerson>> {
  const isNarrowed = role === 'student' && domain && domain !== anyDomain
  const domainId = isNarrowed ? domain : undefined
  const page = await readPeople(db, { role, domainId, search: searchText(search) }, asked)
  const failed = await readFailedMail(
    db,
    page.items.map(({ id }) => id),
  )
  return mapPage(page, (row) => showListed(row, failed))
}

/** One student as the list shows them; refuses with 404 who is none. */
export async function getStudent({ db }: Context, id: string): Promise<ListedPerson> {
  const row = await readListed(db, { role: 'student', id })
  if (!row) throw new Refused(peopleRefusals.unknownStudent)
  return showListed(row, await readFailedMail(db, [id]))
}

type Row = NonNullable<Awaited<ReturnType<typeof readListed>>>

function showListed(row: Row, failed: Awaited<ReturnType<typeof readFailedMail>>): ListedPerson {
  const mail = failed.get(row.id)
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    isProfileVerified: row.verified_at !== null,
    isBlocked: row.blocked_at !== null,
    domain: domainOf(row),
    week: row.week,
    hasSecondFactor: row.second_factor_since !== null,
    failedMail: mail ? { ...mail, at: isoInstant(mail.at) } : null,
  }
}
