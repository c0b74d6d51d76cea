import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { dayMs } from '#contract/kit/time/durations.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { formatDayInZone, formatInstantInZones } from '#contract/kit/time/zone.ts'
import { namesInSummary, summaryDays } from '#contract/limits/notifications.ts'
import { getOverdueCutoff } from '#contract/reviews/due-date.ts'
import type { HomeReview, Review } from '#contract/reviews/reviews.ts'
import { formatAdvisorSentenceStart, type Turn } from '#contract/reviews/turn.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import type { MailContent } from '#server/kit/mail/message/content.ts'
import { getHome, listReviews } from '#server/reviews/actions.ts'
import { listReviewsNeedingAdmin } from '#server/reviews/turns/find-turns.ts'
import { getAtRiskCounts } from '../at-risk.ts'
import { getSchoolSummary } from '../summary.ts'

/** The recipient, and the time zone of their times. */
type Reader = { personId: string; name: string; timeZone: string }

type ReviewFilter = Omit<Parameters<typeof listReviews>[2], 'limit' | 'cursor'>

type Facts = NonNullable<MailContent['facts']>

/** Writes the weekly summary for a person of each role. */
export const summarizeByRole: Record<
  Role,
  (context: Context, person: Reader) => Promise<MailContent>
> = {
  student: summarizeWeek,
  advisor: summarizeWaiting,
  reviewer: summarizeMeetings,
  admin: summarizeSchool,
}

/** The most reviews read of one kind; beyond it the text says 'at least'. */
const most = 100

async function summarizeWeek(context: Context, person: Reader): Promise<MailContent> {
  const home = await getHome(context, person.personId)
  if (!('_id' in home)) {
    return summary(context, person, 'student', {
      title: 'Your week',
      line: 'Your first week has not started yet.',
      facts: [],
    })
  }
  const { week, pendingTask } = home
  const facts = listReviewFacts(context, home, person)
  if (pendingTask.length > 0) facts.push(['Pending tasks', formatList(pendingTask, '; ')])
  return summary(context, person, 'student', {
    title: `Your week ${formatWeekNumber(week)}`,
    line: `Here is where you stand in week ${formatWeekNumber(week)}.`,
    facts,
  })
}

/** A student's review: its marks, that they are missing, when it is, or that it has no slot. */
function listReviewFacts({ settings }: Context, review: HomeReview, { timeZone }: Reader): Facts {
  const { status, mark, startsAt, reviewer, date, turn } = review
  if (status === 'conducted') {
    const marks: Facts = [['Marks', `Code ${mark.code}, theory ${mark.theory}`]]
    if (turn === null) return marks
    const advisor = formatAdvisorSentenceStart(turn.step === 'decide' ? 'Your advisor' : null)
    return [...marks, ['Next step', `${advisor} decide how you continue`]]
  }
  if (startsAt === null) {
    return [
      ['Review', `No slot yet, due on ${formatDayInZone(Date.parse(date), settings.timeZone)}`],
    ]
  }
  const said = formatInstantInZones(Date.parse(startsAt), timeZone, settings.timeZone)
  const when = `${said}${reviewer ? ` with ${reviewer.name}` : ''}`
  return turn?.step === 'hold'
    ? [['Review', when]]
    : [
        ['Review', `Was on ${when}`],
        ['Marks', 'Not in yet'],
      ]
}

async function summarizeWaiting(context: Context, person: Reader): Promise<MailContent> {
  const own = (filter: ReviewFilter) => findReviewsBy(context, person, 'advisor', filter)
  const turns = await own({ turn: 'true' })
  const cutoff = getOverdueCutoff(context.clock(), context.settings.timeZone)
  const isLate = ({ date }: Review) => Date.parse(date) < cutoff
  const toBook = filterByStep(turns, 'book')
  const facts = toNameFacts([
    ['To decide', filterByStep(turns, 'decide')],
    ['To schedule', toBook],
    ['Overdue', toBook.filter(isLate)],
    ['Marks missing', filterByStep(turns, 'mark')],
    ['Reschedule requests', await own({ wished: 'true' })],
  ])
  return summary(context, person, 'advisor', {
    title: 'Your students this week',
    line:
      facts.length > 0 ? 'These students are waiting for you.' : 'No students are waiting for you.',
    facts,
  })
}

const filterByStep = (reviews: Review[], step: Turn['step']) =>
  reviews.filter(({ turn }) => turn?.step === step)

/** Returns the groups that are not empty, with the students' names. */
const toNameFacts = (groups: [string, Review[]][]): Facts =>
  groups.flatMap(
    ([label, reviews]): Facts => (reviews.length > 0 ? [[label, formatNames(reviews)]] : []),
  )

async function summarizeMeetings(context: Context, person: Reader): Promise<MailContent> {
  const now = context.clock()
  const booked = await findReviewsBy(context, person, 'reviewer', { home: 'true', active: 'true' })
  const begins = ({ startsAt }: Review) => Date.parse(startsAt ?? '')
  const held = filterByStep(booked, 'hold')
  const owed = booked.filter((review) => !held.includes(review))
  const ahead = held.filter((review) => begins(review) < now + summaryDays * dayMs)
  const facts: Facts = ahead
    .slice(0, namesInSummary)
    .map((review) => [
      formatInstantInZones(begins(review), person.timeZone, context.settings.timeZone),
      review.student.name,
    ])
  if (owed.length > 0) facts.push(['Marks to give', formatNames(owed)])
  return summary(context, person, 'reviewer', {
    title: 'Your reviews this week',
    line: `You have ${formatCount(ahead.length, 'review', 'reviews')} in the next ${summaryDays} days.`,
    facts,
  })
}

async function summarizeSchool(context: Context, person: Reader): Promise<MailContent> {
  const { students, reviewsToSchedule, reviewsOverdue, reviewsScheduled, freeSlots, mailsFailed } =
    await getSchoolSummary(context)
  const { studentsAtRisk } = await getAtRiskCounts(context)
  const facts: [string, number][] = [
    ['Students', students],
    ['Reviews without a slot', reviewsToSchedule],
    ['Of these, overdue', reviewsOverdue],
    ['Booked reviews', reviewsScheduled],
    [`Free slots in the next ${context.settings.bookableDays} days`, freeSlots],
    ['Students at risk', studentsAtRisk],
    ['Undelivered emails', mailsFailed],
  ]
  const forAdmins = await listReviewsNeedingAdmin(context, most)
  return summary(context, person, 'admin', {
    title: 'Your school this week',
    line: `Here is how ${context.settings.schoolName} is doing.`,
    facts: [
      ...toNameFacts([
        ['Without an advisor', filterByStep(forAdmins, 'assign')],
        ['Late: no slot', filterByStep(forAdmins, 'book')],
        ['Late: no marks', filterByStep(forAdmins, 'mark')],
        ['Late: no decision', filterByStep(forAdmins, 'decide')],
      ]),
      ...facts.map(([label, count]): [string, string] => [label, count.toLocaleString('en')]),
    ],
  })
}

async function findReviewsBy(
  context: Context,
  { personId }: Reader,
  role: 'advisor' | 'reviewer',
  filter: ReviewFilter,
): Promise<Review[]> {
  return (await listReviews(context, { role, personId }, { ...filter, limit: most })).items
}

/** Lists the names of the first few students, and how many more there are. */
function formatNames(reviews: Review[]): string {
  return formatList(
    reviews.map(({ student }) => student.name),
    ', ',
  )
}

function formatList(all: string[], between: string): string {
  const more = all.length - namesInSummary
  const first = all.slice(0, namesInSummary).join(between)
  return more > 0
    ? `${first}${between}and ${all.length === most ? 'at least ' : ''}${more} more`
    : first
}

type Said = { title: string; line: string; facts: Facts }

function summary(
  { settings: { appUrl } }: Context,
  { name }: Reader,
  role: Role,
  { title, line, facts }: Said,
): MailContent {
  return {
    title,
    lines: [`Hello ${name},`, line],
    facts,
    button: { text: 'Go to Home', url: appUrl + linkedPagePaths.home(role) },
    after: [
      `Change the day of this summary or turn it off at ${appUrl}${linkedPagePaths.noticeSettings(role)}`,
    ],
  }
}
