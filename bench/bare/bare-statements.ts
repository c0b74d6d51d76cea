import { dayMs, hourMs } from '#contract/kit/time.ts'
import { sessionIdleHours, sessionMaxDays } from '#contract/limits/accounts.ts'
import { firstWeek } from '#contract/limits.ts'
import type { DatabaseKind } from '../schools/schools.ts'

/** Whether a session lives, asked with the hash of its token, and these two instants. */
export const liveSince = (now: number) => [
  now - sessionIdleHours * hourMs,
  now - sessionMaxDays * dayMs,
]

const session = (one: string, two: string, three: string) => `
  from sessions join people me on me.id = sessions.person_id
  where sessions.token_hash = ${one} and me.blocked_at is null
    and sessions.used_at > ${two} and sessions.created_at > ${three}`

const reviews = `
  from reviews
  join people student on student.id = reviews.student_id
  left join domains on domains.id = student.domain_id
  left join people advisor on advisor.id = reviews.advisor_id
  left join slots on slots.id = reviews.slot_id
  left join people reviewer on reviewer.id = slots.reviewer_id`

const mine = (marks: [string, string, string]) => `
  where reviews.advisor_id = (select me.id ${session(...marks)} and me.role = 'advisor')
  order by reviews.id desc limit 50`

/** Numbers as JavaScript writes them: SQLite would add '.0' to whole ones. */
const number = (column: string) =>
  `iif(${column} = cast(${column} as int), cast(${column} as int), ${column})`
const instant = (column: string) =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`

const sqliteReviews = `select json_group_array(json(item)) as body from (select json_object(
  '_id', reviews.id, 'status', reviews.status, 'week', reviews.week,
  'date', ${instant('reviews.due_at')},
  'day', strftime('%Y-%m-%d', slots.starts_at / 1000, 'unixepoch'),
  'time', ltrim(strftime('%I:%M %p', slots.starts_at / 1000, 'unixepoch'), '0'),
  'startsAt', ${instant('slots.starts_at')},
  'student', json_object('_id', student.id, 'name', student.name, 'email', student.email,
    'week', coalesce(student.week, ${firstWeek}),
    'domain', iif(domains.id is null, null, json_object('_id', domains.id, 'name', domains.name))),
  'advisor', json_object('_id', advisor.id, 'name', advisor.name),
  'reviewer', iif(reviewer.id is null, null, json_object('_id', reviewer.id,
    'name', reviewer.name, 'email', reviewer.email)),
  'mark', json_object('code', ${number('reviews.code')}, 'theory', ${number('reviews.theory')},
    'weekStatus', reviews.week_status),
  'pendingTask', json(reviews.pending_task),
  'taskStatus', json_object('seminar', reviews.seminar, 'progress', reviews.progress,
    'typing', reviews.typing),
  'isClosed', json(iif(reviews.closed_at is null, 'false', 'true'))
) as item ${reviews} ${mine(['?', '?', '?'])})`

const utc = (column: string, format: string) =>
  `to_char(to_timestamp(${column} / 1000.0) at time zone 'UTC', '${format}')`
const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
const row = (...columns: string[]) =>
  `(select row_to_json(x) from (select ${columns.join(', ')}) x)`

const postgresReviews = `select '[' || coalesce(string_agg(row_to_json(item)::text, ','), '') || ']'
  as body from (select
    reviews.id as _id, reviews.status, reviews.week,
    ${utc('reviews.due_at', isoFormat)} as date,
    ${utc('slots.starts_at', 'YYYY-MM-DD')} as day,
    ${utc('slots.starts_at', 'FMHH12:MI AM')} as time,
    ${utc('slots.starts_at', isoFormat)} as "startsAt",
    ${row(
      'student.id as _id',
      'student.name',
      'student.email',
      `coalesce(student.week, ${firstWeek}) as week`,
      `case when domains.id is not null then ${row('domains.id as _id', 'domains.name')} end as domain`,
    )} as student,
    ${row('advisor.id as _id', 'advisor.name')} as advisor,
    case when reviewer.id is not null then
      ${row('reviewer.id as _id', 'reviewer.name', 'reviewer.email')} end as reviewer,
    ${row('reviews.code', 'reviews.theory', 'reviews.week_status as "weekStatus"')} as mark,
    reviews.pending_task::json as "pendingTask",
    ${row('reviews.seminar', 'reviews.progress', 'reviews.typing')} as "taskStatus",
    reviews.closed_at is not null as "isClosed"
  ${reviews} ${mine(['$1', '$2', '$3'])}) item`

/** One statement that looks the session up and answers its advisor's newest 50 reviews as JSON. */
export const ownReviews: Record<DatabaseKind, string> = {
  sqlite: sqliteReviews,
  postgres: postgresReviews,
}

/** One statement that looks the session up and answers its person. */
export const whoIsIt: Record<DatabaseKind, string> = {
  sqlite: `select me.id as body ${session('?', '?', '?')}`,
  postgres: `select me.id as body ${session('$1', '$2', '$3')}`,
}
