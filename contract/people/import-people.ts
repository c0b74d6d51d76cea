import { z } from 'zod'
import { SharedInvitations } from '../accounts/accounts.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { formatCount } from '../kit/text/plural.ts'
import { type ProfileRole, profileRoles } from '../roles.ts'
import { wrongWeekMessage } from './edit-person.ts'

/** The size of a file with people to import, in bytes of UTF-8. */
const importMaxBytes = 2 * 1024 * 1024
export const importRowsMax = 5_000
/** The most columns of a file that are read. */
export const importColumnsMax = 100
/** A longer cell is cut. No valid value is as long. */
export const importCellMaxLength = 500
/** The most recent imports that an admin is offered to undo. */
export const importsListedMax = 20

/** What a column of an imported file can hold. */
const importFields = ['name', 'email', 'domain', 'week', 'advisor', 'domains'] as const
export type ImportField = (typeof importFields)[number]

/**
 * The fields that a role has. Domains are separated by semicolons, commas, slashes, bars or line
 * breaks, unless the text is a domain's name.
 */
export const importFieldsByRole: Record<ProfileRole, readonly ImportField[]> = {
  student: ['name', 'email', 'domain', 'week', 'advisor'],
  advisor: ['name', 'email'],
  reviewer: ['name', 'email', 'domains'],
}

const byField = <T extends z.ZodType>(value: T) =>
  z.object({
    name: value,
    email: value,
    domain: value,
    week: value,
    advisor: value,
    domains: value,
  })

/** The header of the column that holds each field; null if no column does. */
export const ImportColumns = byField(z.string().max(importCellMaxLength).nullable())
export type ImportColumns = z.infer<typeof ImportColumns>

/** A person as the file has them. */
const ImportedPerson = byField(z.string())

export const ImportRow = z.object({
  /** The line of the file in which the person begins; the first line is 1. */
  line: z.number(),
  problems: z.array(z.string()),
  person: ImportedPerson,
})
export type ImportRow = z.infer<typeof ImportRow>

const didYouMean = (name: string | undefined) =>
  name === undefined ? '' : `. Did you mean ‘${name}’?`

/** Why a line cannot be imported, besides the messages of a new person. */
export const importProblems = {
  emailInLine: (line: number) => `This email is already in line ${line}`,
  lostLetters: 'This name has a question mark: letters may have been lost when the file was saved',
  unknownDomain: (name: string, meant?: string) =>
    `There is no domain ‘${name}’${didYouMean(meant)}`,
  archivedDomain: (name: string) => `The domain ‘${name}’ is archived`,
  week: wrongWeekMessage,
  unknownAdvisor: (advisor: string) => `There is no advisor ‘${advisor}’`,
  severalAdvisors: (name: string) =>
    `There are several advisors called ${name}. Use the email address.`,
  inactiveAdvisor: (name: string) => `${name} is blocked or has not completed their profile`,
}

export const importRefusals = {
  empty: defineRefusal(400, 'There are no people in this file'),
  tooLong: defineRefusal(
    400,
    `A file can have at most ${importRowsMax.toLocaleString('en')} people`,
  ),
  tooLarge: defineRefusal(400, `A file can have at most ${importMaxBytes / 1024 / 1024} MB`),
  unknownColumn: (header: string, meant?: string) =>
    defineRefusal(400, `There is no column ‘${header}’ in this file${didYouMean(meant)}`),
  openQuote: (line: number) =>
    defineRefusal(400, `The quotation mark in line ${line} is never closed`),
  unreadable: (line: number) => defineRefusal(400, `Line ${line} cannot be read as CSV`),
  problems: defineRefusal(409, 'Nobody was added, because some lines have problems'),
  unknown: defineRefusal(404, 'This import does not exist'),
}

/** Whether a text has at most the allowed bytes of UTF-8. */
const isSmallEnough = (text: string) =>
  text.length <= importMaxBytes && new TextEncoder().encode(text).length <= importMaxBytes

export const importPeople = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'POST',
  path: '/import-people',
  summary:
    'Reads people from CSV and names the problems of each line. `apply` adds nobody (`none`), those without problems (`good`), or everybody or nobody (`all`), and sends them invitations',
  bodyMaxBytes: 2 * importMaxBytes + 64 * 1024,
  body: z.object({
    value: z.object({
      role: z.enum(profileRoles),
      csv: z.string().refine(isSmallEnough, importRefusals.tooLarge.message),
      /** Replaces the columns that were found by their headers. */
      columns: ImportColumns.partial().optional(),
      apply: z.enum(['none', 'good', 'all']),
    }),
  }),
  reply: z.object({
    columns: ImportColumns,
    /** All headers, to choose columns from. */
    headers: z.array(z.string()),
    /** The line that has them; titles can stand above. */
    headerLine: z.number(),
    rows: z.array(ImportRow),
    added: z.number(),
    /** The import, to undo it; null if nobody was added. */
    _id: z.string().nullable(),
    /** While no mail server is set up: the links of those who were added. */
    invitations: SharedInvitations.optional(),
  }),
  refusalFields: { rows: z.array(ImportRow).optional() },
  refuses: [importRefusals.empty, importRefusals.problems],
})

/** An import, as long as some of its people can be removed again. */
const ListedImport = z.object({
  _id: z.string(),
  role: z.enum(profileRoles),
  /** When it was made, as an ISO instant, and by whom. */
  at: z.string(),
  by: z.object({ _id: z.string(), name: z.string() }),
  added: z.number(),
  /** How many have not set a password yet. */
  removable: z.number(),
})
export type ListedImport = z.infer<typeof ListedImport>

export const listImports = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/imports',
  summary: `Lists the last ${importsListedMax} imports of a role’s people that can be undone, newest first`,
  query: z.object({ role: z.enum(profileRoles) }),
  reply: z.object({ imports: z.array(ListedImport) }),
})

export const undoImport = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/undo-import',
  summary: 'Removes the people an import added who have not set a password yet',
  body: z.object({ value: z.object({ _id: z.string().max(100) }) }),
  reply: z.object({ message: z.string(), removed: z.number(), kept: z.number() }),
  refuses: [importRefusals.unknown],
})

/** Returns, for example, '57 people removed. 3 people have set a password and will stay.' */
export function describeUndoneImport({ removed, kept }: { removed: number; kept: number }): string {
  const gone = `${formatCount(removed, 'person', 'people')} removed.`
  if (kept === 0) return gone
  return `${gone} ${formatCount(kept, 'person has', 'people have')} set a password and will stay.`
}
