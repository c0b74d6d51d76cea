import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/audit/audit.ts'
import { foldText, toFoldedWords } from '#contract/kit/text/fold-text.ts'
import { listPeople } from '#contract/people/people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { selectMatchingPeople, toPeopleSearch } from '#server/database/list/search.ts'
import { toBoundValues } from '#server/database/query.ts'
import { openSession } from '#test/accounts/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { makeDomain, makePerson } from '#test/factories.ts'
import { makePropertyParameters } from '#test/property.ts'
import { busiestPeople, fillLargeSchool, rareNames } from '#test/schools/large-school.ts'

/**
 * Letters of one, two, three and four bytes, and all that means something to an index or a LIKE.
 */
const pieces = [
  ...[
    'a',
    'b',
    'A',
    'z',
    '1',
    ' ',
    'ä',
    'Å',
    'ß',
    'İ',
    'Σ',
    'é',
    'e\u0301',
    '한',
    '결',
    '이',
    '😀',
    '👩‍💻',
  ],
  ...[
    '%',
    '_',
    '\\',
    '"',
    "'",
    '*',
    '^',
    ':',
    '-',
    '+',
    '(',
    ')',
    '{',
    '}',
    ',',
    '.',
    '@',
    '/',
    '$',
  ],
  ...['AND', 'OR', 'NOT', 'NEAR', 'key:', '\u001f', 'ann', 'school'],
]
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((some) => some.join(''))

/** Part of one of the names, or anything. */
const searched = (names: string[]) =>
  fc.oneof(
    text(4),
    fc
      .tuple(fc.constantFrom(...names), fc.nat({ max: 20 }), fc.integer({ min: 1, max: 8 }))
      .map(([name, from, length]) => [...name].slice(from, from + length).join('')),
  )

const cases = fc
  .array(text(8), { minLength: 1, maxLength: 8 })
  .chain((names) =>
    fc.tuple(fc.constant(names), fc.array(searched(names), { minLength: 6, maxLength: 6 })),
  )

type SearchKeys = Record<string, string>
const present = (keys: object): SearchKeys =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined))

async function findNamed(db: Db, keys: SearchKeys): Promise<string[]> {
  return (await selectMatchingPeople(db, toBoundValues(keys)).execute()).map(({ id }) => id)
}

/** The same by PostgreSQL's index, which it would not look into for so few. */
async function findInIndex(db: Db, keys: SearchKeys): Promise<string[]> {
  if (!isPostgres(db)) return findNamed(db, keys)
  return db.transaction().execute(async (tx) => {
    for (const way of ['seqscan', 'indexscan', 'indexonlyscan']) {
      await sql`set local ${sql.ref(`enable_${way}`)} = off`.execute(tx)
    }
    return findNamed(tx, keys)
  })
}

test('a search finds people whose name contains its text, whatever the characters', async () => {
  const app = await startApp()
  const { db } = app.context
  const domain = await makeDomain(app)
  await fc.assert(
    fc.asyncProperty(cases, async ([names, searches]) => {
      await db.deleteFrom('sessions').execute()
      await db.deleteFrom('people').execute()
      const keys = new Map<string, string>()
      for (const name of names) {
        const { _id, email } = await makePerson(app, 'student', { name, domain })
        keys.set(_id, foldText(`${name} ${email}`))
      }
      // One is renamed: an index must forget what was there.
      const [renamed = ''] = keys.keys()
      keys.set(renamed, 'renamed zoe')
      await db
        .updateTable('people')
        .set({ search_key: 'renamed zoe' })
        .where('id', '=', renamed)
        .execute()
      for (const typed of [...searches, 'zö', 'med', 'student.']) {
        const searchKeys = present(toPeopleSearch(typed))
        const words = foldText(typed).split(/\s+/)
        const right = [...keys]
          .filter(([, key]) => words.every((word) => key.includes(word)))
          .map(([id]) => id)
        for (const found of [await findNamed(db, searchKeys), await findInIndex(db, searchKeys)]) {
          expect({ typed, ids: found.toSorted() }).toEqual({ typed, ids: right.toSorted() })
        }
      }
    }),
    makePropertyParameters(25),
  )
})

/** So many that lists have many pages, and PostgreSQL reads its index. */
const size = 3_200

async function startLargeSchool() {
  const app = await startApp()
  await fillLargeSchool(app.context.db, { size, now: app.time.now })
  return app
}

/**
 * Expects a list to be that, read page by page: ten pages of what is long show all that there is
 * to.
 */
async function expectFound(app: TestApp, list: Found) {
  const { path, search, who, ids } = list
  const limit = Math.max(40, Math.ceil(ids.length / 10))
  const url = `${path}?limit=${limit}&search=${encodeURIComponent(search)}`
  const pages = await app.readPages<{ _id: string }>(url, await openSession(app.context, who))
  expect(
    pages.flat().map(({ _id }) => _id),
    `${path} ${search}`,
  ).toEqual(ids)
}

type Found = { path: string; search: string; who: string; ids: string[] }

/** What everybody has, some, a few and one have, in long and short, and what nobody has. */
const searches = [
  '@school',
  'an',
  'student-12',
  'student-10',
  'anbe',
  'a',
  'zo',
  '9',
  'qui',
  '한',
  '100%',
  '_b "',
  'zzz',
  'q%',
]

const longLists = ['students', 'reviews', 'trail'] as const

test.each(longLists)(
  'in a long list a search finds the same in the same order, page by page, as looking at each row: %s',
  async (list) => {
    const app = await startLargeSchool()
    const { db } = app.context
    const people = await db.selectFrom('people').selectAll().execute()
    const keys = new Map(people.map(({ id, search_key }) => [id, search_key]))
    const students = people
      .filter(({ role }) => role === 'student')
      .toSorted((one, other) => (one.sort_key < other.sort_key ? -1 : 1))
    const reviews = await db.selectFrom('reviews').selectAll().orderBy('id', 'desc').execute()
    const studentOf = new Map(reviews.map(({ id, student_id }) => [id, student_id]))
    const auditLog = await db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').execute()
    for (const search of searches) {
      const has = (id: string | null | undefined) =>
        toFoldedWords(search).every((word) => keys.get(id ?? '')?.includes(word))
      const found: Record<(typeof longLists)[number], Found[]> = {
        students: [
          {
            search,
            path: listPeople.student.path,
            who: busiestPeople.admin,
            ids: students
              .filter(({ id, week }) => has(id) || week === Number(search))
              .map(({ id }) => id),
          },
        ],
        reviews: (['advisor', 'reviewer'] as const).map((role) => ({
          search,
          path: listReviews[role].path,
          who: busiestPeople[role],
          ids: reviews
            .filter((one) => one[`${role}_id`] === busiestPeople[role])
            .filter(({ student_id }) => has(student_id))
            .map(({ id }) => id),
        })),
        trail: [
          {
            search,
            path: listAuditLog.path,
            who: busiestPeople.admin,
            ids: auditLog
              .filter((line) =>
                [line.person_id, line.subject_id, studentOf.get(line.subject_id)].some(has),
              )
              .map(({ id }) => id),
          },
        ],
      }
      for (const one of found[list]) await expectFound(app, one)
    }
    expect(rareNames.map((name) => name.toLowerCase().includes('qui'))).toContain(true)
  },
)
