import { expect, onTestFinished, test } from 'vitest'
import { toUrl } from '#contract/kit/endpoint.ts'
import { advisorSorts, peopleSorts, personStates } from '#contract/people/people.ts'
import { concernReasons } from '#contract/progress/concern.ts'
import { standings } from '#contract/progress/progress.ts'
import { studentReviewSorts } from '#contract/reviews/person-reviews.ts'
import { readDueCalendars } from '#server/availability/private-calendar/queries.ts'
import { readReviewersWithAvailability } from '#server/availability/queries.ts'
import { joinRoom } from '#server/calls/actions.ts'
import { isPostgres } from '#server/database/connect.ts'
import { filterLiveSessions } from '#server/kit/call/session/session.ts'
import { claimDue, countWaitingMail } from '#server/kit/mail/queries.ts'
import { mailNotifications } from '#server/notifications/mail/mail-notifications.ts'
import { hasPeople } from '#server/people/actions.ts'
import { sendDueReminders } from '#server/reviews/reminders/send-due-reminders.ts'
import { markSlotsInBusyTimes } from '#server/slots/bookable/busy-times.ts'
import { readDue, readWebhooksWithDueDeliveries } from '#server/webhooks/delivery-queries.ts'
import { openSession } from '#test/accounts/session.ts'
import { monday, startApp, type TestApp } from '#test/app.ts'
import { createAlterableDatabase } from '#test/databases/database.ts'
import { fillToExplain, findScans, openToExplain } from '#test/databases/plans.ts'
import { endpoints, getEndpointName, isList } from '#test/endpoints.ts'
import { openRecordingDatabase, type RecordedStatement } from '#test/recorded-statements.ts'
import { sessionCalls } from '#test/rights/calls.ts'
import type { Input } from '#test/rights/describe-call.ts'
import { publicCalls } from '#test/rights/public-calls.ts'
import { makeRelatedPeople, makeRelatedPeopleWithInvited } from '#test/rights/related-people.ts'
import { averageAdvisorId, busiestPeople, fillLargeSchool } from '#test/schools/large-school.ts'
import { insertWebhook } from '#test/webhooks/factories.ts'

/** So large that PostgreSQL reads an index wherever there is one that helps. */
const size = 9_000

/**
 * What must look at everybody, every open review or every advisor: the admin's home, and whoever
 * gives a new student the freest advisor. Counters beside the rows would make every booking wait
 * for every other one.
 */
const counts = [
  /^select "role", "domain_id", "week", count.+ from "people" where "erased_at" is null group by/,
  // Insight counts all held reviews.
  /^select "week", count.+ from "reviews" where .+ reviews.status = 'conducted'/,
  /^select "people"."id", "people"."name", "held", .+ from \(select "reviewer_id", count/,
  // Whoever is erased is looked for in all texts.
  /^\s*select .+(strpos|instr)\(coalesce\("(payload|subject|reply|before)"/s,
  /^with "open_reviews" as materialized \(select .+ from "reviews" where "closed_at" is null/s,
  /^select "domains"."id" as "domain_id", .+, "students" from \(select .+ from "people"/,
  /^select .+ from "reviews" inner join "people" as "student" .+ order by "reviews"."due_at" asc/s,
  /^select "advisor"."id", "advisor"."name", count.+ from "reviews" inner join "people" as "student"/,
  /^select count\(case when .+ from "people" where \("people"."blocked_at" is null/s,
  /^select .+ from "people" where \("people"."blocked_at" is null .+ order by "people"."created_at"/s,
  // Whoever has an open invitation: few, of whom PostgreSQL may rather read all.
  /^select .+ from "people" where "people"."password_hash" is null and "people"."verified_at" is null/,
  // Of the advisors of a page: where one has thousands of students, all people are read once
  // instead.
  /^select "reviews"."advisor_id", count.+ and "reviews"."advisor_id" (in|= any) \(/,
  /^select .+ from "people" .+ left join \(select "reviews"."advisor_id", count.+ order by coalesce\(load/s,
  /^select "people"."id" from "people" left join "reviews" .+ order by count\("reviews"."id"\)/,
]

/**
 * What may read the names of all people, and no other table: a search in their names and emails.
 */
const search = /"search_key" like|instr\("search_key"/

function getScans(statement: RecordedStatement, scans: string[]): string[] {
  return search.test(statement.sql) ? scans.filter((scan) => !/ on people$/.test(scan)) : scans
}

/**
 * What a list is narrowed by: nothing, each alone, each together with a search, and all. In which
 * order it comes is asked for alone: what is found by a search is sorted anyway.
 */
function narrowings({
  search = [],
  sort = [],
  ...others
}: Record<string, string[]>): Record<string, string>[] {
  const each = (name: string, values: string[]) => values.map((value) => ({ [name]: value }))
  const alone = Object.entries(others).flatMap(([name, values]) => each(name, values))
  const searched = each('search', search)
  const both = searched
    .slice(0, combined)
    .flatMap((one, place) =>
      alone
        .filter((_, other) => isAtLength || other % combined === place)
        .map((other) => ({ ...one, ...other })),
    )
  return [
    {},
    ...alone,
    ...each('sort', sort),
    ...searched,
    ...both,
    Object.assign({}, ...alone, ...searched),
  ]
}

const fromBothEnds = (columns: readonly string[]) => columns.flatMap((one) => [one, `-${one}`])

/** What one has, nobody, everybody; in two characters, in one, and without any letter. */
const searches = ['quist', 'zq', '@school', 'a', "o'n"]
const isAtLength = process.env.PROPERTY_TIMES !== undefined
/**
 * How many of them meet filters: one long enough for an index and one too short, each half of the
 * filters; at length each all of them.
 */
const combined = isAtLength ? searches.length : 2
const states = {
  type: ['booking'],
  home: ['true'],
  status: ['review-scheduled', 'conducted'],
  open: ['true'],
  closed: ['true'],
  overdue: ['true'],
}
const ofReviews = {
  ...states,
  search: searches,
  namesOnly: ['true'],
  week: ['7'],
  domain: ['domain-3'],
  student: [busiestPeople.student],
  wished: ['true'],
  lost: ['true'],
  active: ['true'],
  sort: fromBothEnds(['week']),
}
/**
 * Not asked for are the orders in which a page sorts a whole list: a person's own reviews by
 * anything but their week, and the students of a school by their domains.
 */
const filtersByCall: Record<string, Record<string, string[]>> = {
  'GET /advisor/review-list': ofReviews,
  'GET /reviewer/review-list': ofReviews,
  'GET /admin/all-student': {
    search: [...searches, '7'],
    namesOnly: ['true'],
    withTurn: ['true'],
    domain: ['domain-3'],
    advisor: [busiestPeople.advisor],
    week: ['7', '7-9'],
    state: [...personStates],
    sort: fromBothEnds(peopleSorts.filter((one) => one !== 'domain')),
  },
  'GET /admin/all-advisor': { search: searches, sort: fromBothEnds(advisorSorts) },
  'GET /admin/all-reviewer': { search: searches, domain: ['domain-3'] },
  'GET /admin/all-domain': { state: ['active', 'archived'] },
  'GET /admin/student-reviews': { sort: fromBothEnds(studentReviewSorts) },
  'GET /admin/students-at-risk': {
    reason: [...concernReasons],
    advisor: [busiestPeople.advisor],
    student: [busiestPeople.student],
  },
  'GET /advisor/board': {
    search: searches,
    domain: ['domain-3'],
    reason: [...concernReasons],
    standing: [...standings],
  },
  'GET /admin/absent-people': { why: ['invited', 'away'] },
  'GET /reviewer/own-slots': { to: ['2026-03-02'], from: ['2026-03-02'] },
  'GET /admin/calendar': { reviewer: [busiestPeople.reviewer], noShows: ['true'] },
  'GET /admin/calendar-absences': { reviewer: [busiestPeople.reviewer] },
  'GET /admin/calendar-load': { reviewer: [busiestPeople.reviewer], bookings: ['true'] },
  'GET /admin/person-reviews': { ...states, person: [busiestPeople.reviewer] },
  'GET /admin/trail': {
    search: searches,
    kind: ['reviews', 'people'],
    from: ['2026-03-01'],
    to: ['2026-02-28'],
    person: [busiestPeople.student, busiestPeople.advisor],
  },
  'GET /admin/mails': { person: [busiestPeople.student] },
  'GET /admin/webhook-deliveries': { state: ['waiting', 'delivered', 'failed'] },
}

/** What a list must be told to be read at all. */
const named: Record<string, Record<string, string>> = {
  'GET /admin/student-reviews': { student: busiestPeople.student },
  'GET /admin/person-reviews': { person: busiestPeople.advisor },
  'GET /admin/absences': { reviewer: busiestPeople.reviewer },
  'GET /admin/person-sessions': { person: busiestPeople.student },
  'GET /admin/person-tokens': { person: busiestPeople.student },
  'GET /admin/webhook-deliveries': { webhook: '0-webhook' },
  'GET /free-slots': { review: '0-review-10000001' },
  'GET /advisor/free-slots': { review: '0-review-10000001' },
  'GET /admin/free-slots': { review: '0-review-10000001' },
}

/** Makes a call, and asks for the second page of a list. */
async function make(app: TestApp, name: string, input: Input, token?: string): Promise<void> {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`${name} is not in the contract`)
  const url = toUrl(endpoint, input.params, input.query)
  const { status, headers } = await app.send(endpoint.method, url, { token, body: input.body })
  expect({ url, status }).toEqual({ url, status: 200 })
  const next = String(headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
  if (next) await app.send('GET', next, { token })
}

const getRole = (name: string) => endpoints.get(name)?.role ?? 'student'

/** Every call but the lists, as their own people make it. */
async function makeEveryCall(app: TestApp): Promise<void> {
  for (const [name, { before, input }] of sessionCalls) {
    if (lists.some((list) => getEndpointName(list) === name)) continue
    // An export reads the whole list, in pages so large that reading all of it may be cheaper.
    if (name.includes('/export/')) continue
    const circle = await makeRelatedPeople(app)
    await before?.(app, circle)
    await make(app, name, input(circle), circle.tokens[getRole(name)])
  }
  for (const [name, input] of publicCalls)
    await make(app, name, input(await makeRelatedPeopleWithInvited(app)))
}

const lists = [...endpoints.values()].filter(isList)

/**
 * Two pages of every list, as those read it who have the longest. Of a page of a thousand rows
 * PostgreSQL may rather read a table of a few thousand whole, so these are short.
 */
async function readEveryList(app: TestApp): Promise<void> {
  const tokens = new Map<string, string>()
  for (const [role, id] of Object.entries(busiestPeople)) {
    tokens.set(role, await openSession(app.context, id))
  }
  // To find the worst off, all of an advisor's open reviews are looked at.
  const average = new Map([
    ['GET /advisor/board', await openSession(app.context, averageAdvisorId)],
  ])
  for (const list of lists) {
    const name = getEndpointName(list)
    const params = { id: busiestPeople.reviewer }
    const fixed = named[name] ?? {}
    for (const filters of narrowings(filtersByCall[name] ?? {})) {
      const query = { limit: '5', ...fixed, ...filters }
      await make(app, name, { params, query }, average.get(name) ?? tokens.get(getRole(name)))
    }
  }
}

/**
 * What happens without a call: mails, reminders, sockets, and the look whether anybody is there.
 */
async function doTheRest({ context }: TestApp): Promise<void> {
  const { waiting } = await countWaitingMail(context.db)
  expect(waiting).toBeGreaterThan(0)
  const now = context.clock()
  await claimDue(context.db, { now, until: now + 1, most: 20 })
  await mailNotifications(context)
  await sendDueReminders(context, new AbortController().signal)
  await filterLiveSessions(context, ['one', 'other'])
  const asking = { personId: busiestPeople.reviewer, role: 'reviewer' } as const
  await joinRoom(context, asking, { reviewId: '0-review-10000020', again: false })
  await hasPeople(context)
  await readReviewersWithAvailability(context.db)
  await readDueCalendars(context.db, { now })
  await markSlotsInBusyTimes(context.db, { reviewerId: busiestPeople.reviewer, from: now })
  for (const { webhook_id: webhookId } of await readWebhooksWithDueDeliveries(context.db, {
    now,
  })) {
    await readDue(context.db, { webhookId, now })
  }
}

test('no statement of the server reads all reviews, slots, notifications or audit log entries, and only a search reads all people', {
  timeout: 300_000,
}, async () => {
  // In one that other tests have filled and emptied, PostgreSQL's choice hangs on what they left.
  const database = await createAlterableDatabase()
  await fillToExplain(database.db, (one) => fillLargeSchool(one, { size, now: monday }))
  const explained = await openToExplain(database)
  const { db, statements } = openRecordingDatabase(database.address)
  onTestFinished(() => db.destroy())
  const app = await startApp({}, { on: Promise.resolve({ ...database, db }) })
  await insertWebhook(app, { id: '0-webhook' })
  await makeEveryCall(app)
  // The circles are alike: of what their calls ask, each statement is explained once.
  const ofCalls = new Map(statements.map((one) => [one.sql, one]))
  const asked = statements.length
  await readEveryList(app)
  await doTheRest(app)

  const ofLists = statements.slice(asked)
  // SQLite plans by the statement alone, PostgreSQL also by what it is asked for.
  const getKey = (one: RecordedStatement) => (isPostgres(db) ? JSON.stringify(one) : one.sql)
  const different = new Map([...ofCalls.values(), ...ofLists].map((one) => [getKey(one), one]))
  const scans: Record<string, string[]> = {}
  for (const [key, statement] of different) {
    if (counts.some((one) => one.test(statement.sql))) continue
    const found = getScans(statement, await findScans(explained, statement))
    if (found.length > 0) scans[key] = found
  }
  expect(scans).toEqual({})
  expect(app.errors).toEqual([])
  for (const one of counts)
    expect(
      statements.some((statement) => one.test(statement.sql)),
      String(one),
    ).toBe(true)
})
