import { type RawBuilder, sql } from 'kysely'
import { defaultSortingLanguage } from '#contract/kit/text/sorting-languages.ts'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { computeDomainKeys, computePersonKeys } from '#server/database/list/search-and-sort-keys.ts'

/** Ids are scattered, like those of people who joined over years. */
const [spread, most] = [7_919, 1_000_003]

/** The people with the most data in a large school. */
export const busiestPeople = {
  student: personId('student', 1),
  advisor: personId('advisor', 1),
  reviewer: personId('reviewer', 1),
  admin: personId('admin', 1),
} as const
/** An advisor with as many students as most have. */
export const averageAdvisorId = personId('advisor', 2)

function personId(role: string, number: number): string {
  return `0-${10_000_000 + ((number * spread) % most)}-${role}`
}

/** Rare names with special characters. */
export const rareNames = ['Zoë Quist', '한결 Joy', "O'Neil 100%", 'a_b "c" \\d*']

const domains = 10
const slotMinutes = 30
const freeSlots = 40
/** Weeks of a student, some of them repeated. */
const reviewsOfOneStudent = 60

/**
 * Fills an empty database, by a few statements that both databases support, with `size` students
 * and as many reviews and audit log entries. Half of the reviews belong to one advisor, and half of
 * the booked ones to one reviewer, so that their lists grow with the school.
 */
export async function fillLargeSchool(
  db: Db,
  { size, now }: { size: number; now: number },
): Promise<void> {
  const staff = Math.max(2, Math.floor(size / 50))
  await db
    .insertInto('domains')
    .values(
      Array.from({ length: domains }, (_, place) => {
        const name = `Subject ${place}`
        return {
          id: `domain-${place}`,
          name,
          ...computeDomainKeys({ name }, defaultSortingLanguage),
          created_at: now,
        }
      }),
    )
    .execute()
  await withoutWordIndexes(db, async () => {
    await addPeople(db, 'student', size, now)
    await addPeople(db, 'advisor', staff, now)
    await addPeople(db, 'reviewer', staff, now)
    await addPeople(db, 'admin', 2, now)
  })
  for (const [place, name] of rareNames.entries()) {
    await db
      .updateTable('people')
      .set({
        name,
        ...computePersonKeys({ name, email: `rare-${place}@school.test` }, defaultSortingLanguage),
      })
      .where('id', '=', personId('student', Math.floor(size / 2) + place))
      .execute()
  }
  await addReviews(db, { size, staff, now })
  await addAuditLog(db, { size, staff, now })
}

/** PostgreSQL builds an index of words from all rows in a third of the time. */
async function withoutWordIndexes(db: Db, fill: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) return fill()
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
      where tablename = 'people' and indexdef like '%USING gin%'`.execute(db)
  for (const { indexname } of rows) await sql`drop index ${sql.ref(indexname)}`.execute(db)
  await fill()
  for (const { indexdef } of rows) await sql.raw(indexdef).execute(db)
}

/** The numbers from one on, as table `n` with column `i`. */
const upTo = (last: number) =>
  sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(last)})`

const makeId = (kind: string, number: RawBuilder<unknown>) =>
  sql`${sql.lit(`0-${kind}-`)} || (10000000 + ${number})`

const makePersonId = (role: string, number: RawBuilder<unknown>) =>
  sql`'0-' || (10000000 + (${number}) * ${sql.lit(spread)} % ${sql.lit(most)})
    || ${sql.lit(`-${role}`)}`

/** Instants do not fit into the databases' default integers. */
const long = (value: number) => sql`cast(${sql.lit(value)} as bigint)`

const syllables = 'anbecidolufagehijokumanepiqorusatevixowuyazelimonupasetirodu'
const syllable = (place: string) => sql.raw(`substr('${syllables}', 1 + 2 * ((${place}) % 30), 2)`)

async function addPeople(db: Db, role: keyof typeof busiestPeople, count: number, now: number) {
  const name = sql`${syllable('i * 7')} || ${syllable('i / 30')} || ${syllable('i * 11 + i / 7')}
    || ' ' || ${syllable('i / 900')} || ${syllable('i * 13 + i / 11')}`
  const email = sql`${sql.lit(`${role}-`)} || i || '@school.test'`
  const key = sql`${name} || ' ' || ${email}`
  const isStudent = sql.lit(role === 'student' ? 1 : 0)
  await sql`insert into people (id, role, name, email, search_key, sort_key, verified_at, blocked_at,
      domain_id, week, created_at)
    ${upTo(count)}
    select ${makePersonId(role, sql`i`)}, ${sql.lit(role)}, ${name}, ${email}, ${key}, ${key},
      ${sql.lit(now)}, case when i % 50 = 49 then ${sql.lit(now)} end,
      case when ${isStudent} = 1 then 'domain-' || (i % ${sql.lit(domains)}) end,
      case when ${isStudent} = 1 then 1 + i % 30 end, ${sql.lit(now)}
    from n`.execute(db)
  if (role !== 'reviewer') return
  await sql`insert into reviewer_domains (reviewer_id, domain_id)
    ${upTo(count)}
    select ${makePersonId(role, sql`i`)}, 'domain-' || (i % ${sql.lit(domains)}) from n`.execute(db)
}

type School = { size: number; staff: number; now: number }

/** Of ten reviews four wait for a slot, one is booked, and five were held, four of them closed. */
async function addReviews(db: Db, { size, staff, now }: School): Promise<void> {
  const half = (kind: string) =>
    sql`case when i % 4 in (0, 1) then ${sql.lit(personId(kind, 1))}
      else ${makePersonId(kind, sql`2 + i % ${sql.lit(staff - 1)}`)} end`
  const slotMs = long(slotMinutes * minuteMs)
  const startsAt = sql`case when i % 10 = 0 then ${sql.lit(now)} + (i / 10 + 1) * ${slotMs}
    else ${sql.lit(now)} - (${sql.lit(size)} - i + 1) * ${slotMs} end`
  await sql`insert into slots (id, reviewer_id, starts_at, ends_at)
    ${upTo(size)}
    select ${makeId('slot', sql`i`)}, ${half('reviewer')}, ${startsAt}, ${startsAt} + ${slotMs}
    from n where i % 10 < 6`.execute(db)
  // Spaced evenly between bookings.
  await sql`insert into slots (id, reviewer_id, starts_at, ends_at)
    ${upTo(freeSlots)}
    select ${makeId('free', sql`i`)}, ${sql.lit(busiestPeople.reviewer)},
      ${sql.lit(now)} + 2 * i * ${slotMs}, ${sql.lit(now)} + (2 * i + 1) * ${slotMs}
    from n`.execute(db)
  await sql`insert into reviews (id, student_id, advisor_id, week, status, due_at, slot_id, closed_at,
      created_at)
    ${upTo(size)}
    select ${makeId('review', sql`i`)},
      case when i <= ${sql.lit(reviewsOfOneStudent)} then ${sql.lit(busiestPeople.student)}
        else ${makePersonId('student', sql`i`)} end,
      ${half('advisor')}, 1 + i % 30,
      case when i % 10 = 0 then 'review-scheduled' when i % 10 < 6 then 'conducted'
        else 'not-scheduled' end,
      ${sql.lit(now)} + (i % 14 - 7) * ${long(dayMs)},
      case when i % 10 < 6 then ${makeId('slot', sql`i`)} end,
      case when i % 10 in (1, 2, 3, 4) then ${sql.lit(now)} end, ${sql.lit(now)}
    from n`.execute(db)
}

/** Half of it by one advisor, about reviews, people and slots in turn. */
async function addAuditLog(db: Db, { size, staff, now }: School): Promise<void> {
  await sql`insert into audit_log (id, at, person_id, call, address, request_id, kind, subject_id)
    ${upTo(size)}
    select ${makeId('line', sql`i`)}, ${sql.lit(now)} - (${sql.lit(size)} - i) * ${long(minuteMs)},
      case when i % 2 = 0 then ${sql.lit(busiestPeople.advisor)}
        else ${makePersonId('advisor', sql`2 + i % ${sql.lit(staff - 1)}`)} end,
      'PUT /advisor/book-slot', '', '',
      case i % 3 when 0 then 'reviews' when 1 then 'people' else 'slots' end,
      case i % 3 when 0 then ${makeId('review', sql`i`)} when 1 then ${makePersonId('student', sql`i`)}
        else ${makeId('slot', sql`i`)} end
    from n`.execute(db)
}
