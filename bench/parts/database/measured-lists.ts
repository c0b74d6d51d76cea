import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { makeCursor } from '#server/database/list/paginate.ts'
import { busiestPeople } from '#test/schools/large-school.ts'

/** A list to measure. `last` says which rows it has, to find its last page. */
export type GrowingList = {
  what: string
  role: Role
  path: string
  query?: Record<string, string>
  last?: Rows
  /** It counts all rows: the most time in the largest school. */
  atMostMs?: number
  /** It searches all names. */
  isSearch?: true
}

/** A table's rows in the order of a list, reversed. */
type Rows = { columns: string[]; from: string; backwards: 'asc' | 'desc' }

/** The cursor that leaves `limit` rows. */
export async function findLastPageCursor(
  db: Db,
  { columns, from, backwards }: Rows,
  limit: number,
): Promise<string> {
  const order = columns.map((column) => `${column} ${backwards}`).join(', ')
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.raw(columns.join(', '))} from ${sql.raw(from)}
    order by ${sql.raw(order)} limit 1 offset ${limit}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`${from} has no second page`)
  return makeCursor(columns.map((column) => row[column] ?? ''))
}

type Lists = { role: Role; path: string; name: string; query?: Record<string, string>; last?: Rows }

/** The first and the last page of a list. */
const bothEnds = ({ name, ...list }: Lists): GrowingList[] => [
  { what: `${name}, first page`, role: list.role, path: list.path, query: list.query ?? {} },
  { what: `${name}, last page`, ...list },
]

const byName = (where: string): Rows => ({
  columns: ['sort_key', 'id'],
  backwards: 'desc',
  from: `people where role = 'student'${where}`,
})
const makeReviews = (column: string, id: string, where = ''): Rows => ({
  columns: ['id'],
  backwards: 'asc',
  from: `reviews where ${column} = '${id}'${where}`,
})
const open = ' and closed_at is null'

const students = { role: 'admin', path: '/all-student' } as const
const advised = { role: 'advisor', path: '/review-list' } as const
const reviewed = { role: 'reviewer', path: '/review-list' } as const
const lines = { role: 'admin', path: '/trail' } as const
const ofAdvisor = (where: string) => makeReviews('advisor_id', busiestPeople.advisor, where)
const ofReviewer = (where: string) => makeReviews('reviewer_id', busiestPeople.reviewer, where)

/** Each text occurs in about the same number of names in a school of any size. */
const searches: [what: string, text: string, limit?: string][] = [
  ['whom all have', '@school'],
  ['whom one in eight has', 'ne'],
  ['whom one in seventy has (5)', 'upa', '5'],
  ['whom one has', 'quist'],
  ['whom nobody has', 'qqqq'],
  ['one letter', 'a'],
  ['two letters that nobody has', 'qq'],
]
const search = (list: { role: Role; path: string }, name: string): GrowingList[] =>
  searches.map(([what, text, limit]) => ({
    what: `${name}, a search ${what}`,
    ...list,
    query: { search: text, ...(limit ? { limit } : {}) },
    isSearch: true,
  }))

export const growingLists: readonly GrowingList[] = [
  ...bothEnds({ name: 'students', ...students, last: byName('') }),
  ...bothEnds({
    name: 'students of a domain',
    ...students,
    query: { domain: 'domain-3' },
    last: byName(" and domain_id = 'domain-3'"),
  }),
  ...search(students, 'students'),
  ...bothEnds({ name: "an advisor's reviews", ...advised, last: ofAdvisor('') }),
  ...bothEnds({
    name: '… that wait for a slot',
    ...advised,
    query: { type: 'booking' },
    last: {
      columns: ['due_at', 'id'],
      backwards: 'desc',
      from: ofAdvisor(`${open} and status = 'not-scheduled'`).from,
    },
  }),
  ...bothEnds({
    name: '… of a status',
    ...advised,
    query: { status: 'conducted' },
    last: ofAdvisor(" and status = 'conducted'"),
  }),
  { what: '… of a week (15)', ...advised, query: { week: '7', limit: '15' } },
  { what: '… that are open', ...advised, query: { open: 'true' } },
  ...search(advised, "an advisor's reviews"),
  ...bothEnds({ name: "a reviewer's reviews", ...reviewed, last: ofReviewer('') }),
  ...bothEnds({
    name: '… that are booked (25)',
    ...reviewed,
    query: { home: 'true', limit: '25' },
    last: {
      columns: ['held_at', 'id'],
      backwards: 'desc',
      from: ofReviewer(`${open} and status = 'review-scheduled'`).from,
    },
  }),
  ...bothEnds({
    name: 'the audit log',
    ...lines,
    last: { columns: ['at', 'id'], from: 'audit_log', backwards: 'asc' },
  }),
  { what: 'the audit log of reviews', ...lines, query: { kind: 'reviews' } },
  ...search(lines, 'the audit log'),
  { what: "a student's reviews", role: 'student', path: '/manifest' },
  {
    what: 'reviewers to book (15)',
    role: 'advisor',
    path: '/reviewer-list',
    query: { limit: '15' },
  },
  { what: "a reviewer's slots", role: 'reviewer', path: '/slot-list' },
  { what: 'sessions', role: 'admin', path: '/sessions' },
  { what: 'domains', role: 'admin', path: '/all-domain' },
  {
    what: "the admin's home (counts everything)",
    role: 'admin',
    path: '/summary',
    atMostMs: 100,
  },
  { what: 'insight (counts all held reviews)', role: 'admin', path: '/insight', atMostMs: 100 },
  {
    what: 'insight of a domain',
    role: 'admin',
    path: '/insight',
    query: { domain: 'domain-3' },
    atMostMs: 100,
  },
  {
    what: 'hours of a month (counts all held reviews)',
    role: 'admin',
    path: '/hours',
    atMostMs: 100,
  },
]
