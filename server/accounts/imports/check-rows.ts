import { accountRefusals, NewPerson } from '#contract/accounts/accounts.ts'
import { findClosestName } from '#contract/kit/text/did-you-mean.ts'
import { normalizeName } from '#contract/kit/text/text-schemas.ts'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'
import {
  type ImportColumns,
  type ImportField,
  type ImportRow,
  importFieldsByRole,
  importProblems,
} from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'
import { inBatches } from '#server/database/query.ts'
import * as domains from '#server/domains/actions.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { pauseBetweenSlices } from '#server/kit/pause-between-slices.ts'
import * as people from '#server/people/actions.ts'
import type { NewInvitee } from '#server/people/invited-people.ts'
import type { CsvRow } from './parse-csv.ts'

/** Parsing them takes a millisecond or two. */
const rowsAtOnce = 50

type Texts = Record<ImportField, string>

/** A row of the file with its problems, and the person to add if it has none. */
export type CheckedRow = ImportRow & { valid: NewInvitee | undefined }

/** A row of the file: its texts, and name and email as they are stored, or their problems. */
export type ParsedRow = Pick<ImportRow, 'line' | 'problems'> &
  Pick<NewInvitee, 'id' | 'name' | 'email' | 'keys'> & { person: Texts }

/** Reads and parses the fields of each row from their columns. Other calls run in the pauses. */
export async function parseRows(
  { settings }: Context,
  role: ProfileRole,
  { headers, rows }: { headers: string[]; rows: CsvRow[] },
  columns: ImportColumns,
): Promise<ParsedRow[]> {
  const places = importFieldsByRole[role].map(
    (field) => [field, headers.indexOf(columns[field] ?? '')] as const,
  )
  const parsed: ParsedRow[] = []
  const parse = async (batch: CsvRow[]) => {
    for (const { line, cells } of batch) {
      const person = { name: '', email: '', domain: '', week: '', advisor: '', domains: '' }
      for (const [field, place] of places) person[field] = cells[place] ?? ''
      const known = parsePerson(person)
      const keys = computePersonKeys(known, settings.language)
      parsed.push({ id: newId(), line, person, ...known, keys })
    }
  }
  await inBatches(rows, parse, { size: rowsAtOnce, pause: pauseBetweenSlices })
  return parsed
}

/**
 * Checks each row by the rules for a new person, and against the other rows and the people,
 * domains and advisors of the school.
 */
export async function checkRows(context: Context, rows: ParsedRow[]): Promise<CheckedRow[]> {
  const emails = rows.map(({ email }) => email)
  const taken = await people.findTakenEmails(context, emails)
  const { isDomain, findDomain } = await loadDomains(context)
  const findAdvisor = await makeFindAdvisor(context)
  const firstLines = new Map<string, number>()
  return rows.map(({ id, line, person, name, email, keys, problems: own }) => {
    const problems = [...own]
    const first = firstLines.get(email)
    if (email && first !== undefined) problems.push(importProblems.emailInLine(first))
    else if (email) firstLines.set(email, line)
    if (taken.has(email)) problems.push(accountRefusals.emailTaken.message)
    const take = <T>(found: Found<T>): T | null => {
      if (found && 'problem' in found) problems.push(found.problem)
      return found && 'value' in found ? found.value : null
    }
    const valid = {
      id,
      name,
      email,
      keys,
      domainId: take(person.domain ? findDomain(person.domain) : undefined),
      week: take(person.week ? parseWeek(person.week) : undefined),
      advisorId: take(person.advisor ? findAdvisor(person.advisor) : undefined),
      domainIds: splitDomains(person.domains, isDomain).flatMap(
        (one) => take(findDomain(one)) ?? [],
      ),
    }
    return { line, problems, person, valid: problems.length === 0 ? valid : undefined }
  })
}

/** A value that a text stands for, or why it stands for none. */
type Found<T> = { value: T } | { problem: string } | undefined

/** Parses name and email; what is wrong of them is empty and named by its message. */
function parsePerson(person: Texts): { name: string; email: string; problems: string[] } {
  const name = NewPerson.shape.name.safeParse(person.name)
  const email = NewPerson.shape.email.safeParse(person.email)
  const problems = [name, email].flatMap(({ error }) => error?.issues[0]?.message ?? [])
  if (lostLetter.test(person.name)) problems.push(importProblems.lostLetters)
  return { name: name.data ?? '', email: email.data ?? '', problems }
}

/** As '?ukasz' and 'Zaj?c', which a spreadsheet saved in an encoding without these letters. */
const lostLetter = /\p{L}\?|\?\p{L}/u

function parseWeek(text: string): Found<number> {
  const week = Number(text.match(/^(?:week)?\s*(\d{1,2})$/i)?.[1])
  return week >= firstWeek && week <= lastWeek ? { value: week } : { problem: importProblems.week }
}

/** The characters that separate domains, first those that are rarest within a name. */
const separators = [/[;\n]/, /\|/, /,/, /\//]

/**
 * Returns the names in a text of one or several domains, none twice, also not in another case. The
 * name of a domain is never split.
 */
function splitDomains(text: string, isDomain: (name: string) => boolean): string[] {
  const name = text.trim()
  const separator = isDomain(name) ? undefined : separators.find((one) => one.test(name))
  if (!separator) return name ? [name] : []
  const names = name.split(separator).flatMap((part) => splitDomains(part, isDomain))
  return [...new Map(names.map((one) => [toKey(one), one])).values()]
}

/** Reads all domains, to find them by their names. */
async function loadDomains(context: Context) {
  const all = await domains.listAllDomains(context)
  const byName = new Map(all.map((domain) => [toKey(domain.name), domain]))
  const offered = all.filter(({ isArchived }) => !isArchived).map(({ name }) => name)
  const unknown = new Map<string, string>()
  const isDomain = (name: string) => byName.has(toKey(name))
  const findDomain = (name: string): Found<string> => {
    const domain = byName.get(toKey(name))
    if (!domain) {
      const problem =
        unknown.get(name) ?? importProblems.unknownDomain(name, findClosestName(name, offered))
      unknown.set(name, problem)
      return { problem }
    }
    if (domain.isArchived) return { problem: importProblems.archivedDomain(domain.name) }
    return { value: domain._id }
  }
  return { isDomain, findDomain }
}

/** Advisors are found by their email, or by their name if only one has it. */
async function makeFindAdvisor(context: Context): Promise<(text: string) => Found<string>> {
  const all = await people.listAllAdvisors(context)
  const byEmail = new Map(all.map((advisor) => [advisor.email, advisor]))
  const byName = Map.groupBy(all, ({ name }) => toKey(name))
  return (text) => {
    const named = byName.get(toKey(text)) ?? []
    const advisor = byEmail.get(text.toLowerCase()) ?? named[0]
    if (!advisor) return { problem: importProblems.unknownAdvisor(text) }
    if (advisor.email !== text.toLowerCase() && named.length > 1) {
      return { problem: importProblems.severalAdvisors(advisor.name) }
    }
    if (!advisor.isActive) return { problem: importProblems.inactiveAdvisor(advisor.name) }
    return { value: advisor._id }
  }
}

function toKey(name: string): string {
  return normalizeName(name).toLowerCase()
}
