import { findClosestName } from '#contract/kit/text/did-you-mean.ts'
import { foldText } from '#contract/kit/text/fold-text.ts'
import {
  type ImportColumns,
  type ImportField,
  importFieldsByRole,
  importRefusals,
} from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { Refused } from '#server/kit/call/refused.ts'

/** Common headers of each column, folded, without spaces and punctuation. */
const headersOf: Record<ImportField, string> = {
  name: 'name fullname names student studentname learner participant person displayname reviewername advisorname nameandsurname namesurname firstandlastname',
  email:
    'email mail emailaddress mailaddress emailid mailid schoolemail workemail personalemail contactemail studentemail primaryemail',
  domain:
    'domain course track subject program programme class stack specialization specialisation coursename domainname',
  week: 'week weekno weeknumber currentweek startweek startingweek startsinweek',
  advisor:
    'advisor adviser mentor tutor coach advisoremail adviseremail mentoremail tutoremail coachemail advisorname mentorname tutorname coachname',
  domains:
    'domains courses tracks subjects programs programmes classes stacks specializations specialisations',
}

const noColumns: ImportColumns = {
  name: null,
  email: null,
  domain: null,
  week: null,
  advisor: null,
  domains: null,
}

/**
 * Returns the header of the column for each field of a role: the given one, or else the one that is
 * commonly used for it. Refuses a given header that the file does not have (400).
 */
export function matchColumns(
  role: ProfileRole,
  headers: string[],
  given: { [Field in ImportField]?: string | null | undefined } = {},
): ImportColumns {
  const columns = { ...noColumns }
  for (const field of importFieldsByRole[role]) {
    const chosen = given[field]
    if (chosen !== undefined && chosen !== null && !headers.includes(chosen)) {
      throw new Refused(importRefusals.unknownColumn(chosen, findClosestName(chosen, headers)))
    }
    const used = Object.values(columns)
    const matching = headers.find((header) => !used.includes(header) && isFor(role, field, header))
    columns[field] = chosen === undefined ? (matching ?? null) : chosen
  }
  return columns
}

/** Whether at least two of these cells are common headers of different columns of a role. */
export function isHeader(role: ProfileRole, cells: string[]): boolean {
  return Object.values(matchColumns(role, cells)).filter((header) => header !== null).length > 1
}

function isFor(role: ProfileRole, field: ImportField, header: string): boolean {
  const key = foldText(header).replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A reviewer with one domain may have it in a column of that name, and an advisor's own name.
  const also = field === 'domains' ? headersOf.domain : ''
  const own = field === 'name' && role !== 'student' ? role : ''
  return key !== '' && `${headersOf[field]} ${also} ${own}`.split(' ').includes(key)
}
