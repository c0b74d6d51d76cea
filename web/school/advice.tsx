import { Card } from '@mantine/core'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { describeShortage } from '#contract/school/slot-shortage.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { paths } from '#web/paths.ts'
import styles from './advice.module.css'
import { useBookingHorizonDays } from './api.ts'
import { isSetUp } from './school-state.ts'

type Way = { name: string; to: string }

/** A piece of advice: the counts, as links, the text after them, and a link for what to do. */
type Advice = { counts: Way[]; text: string; way?: Way }

/** What to do now, with links; for a school that is not set up, only about its backup and mails. */
export function AdviceList({ summary }: { summary: SchoolSummary }) {
  const days = useBookingHorizonDays()
  const advices = [
    ...adviceOnBackup(summary),
    ...adviceOnMails(summary),
    ...adviceOnAdvisors(summary),
    ...(isSetUp(summary) ? adviceOnSchool(summary, days) : []),
  ]
  if (advices.length === 0) return null
  return (
    <Card withBorder>
      <ul className={styles.advices} aria-label="What to do now">
        {advices.map(({ counts, text, way }) => (
          <li key={text} className={styles.advice}>
            <p>
              <Ways ways={counts} />
              {text}
            </p>
            {way && <Link to={way.to}>{way.name}</Link>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Several links in a sentence: '3 students, 1 advisor, and 2 reviewers'. */
function Ways({ ways }: { ways: Way[] }) {
  const names = ways.map(({ name }) => name)
  return conjunction.formatToParts(names).map(({ type, value }) => {
    const way = type === 'element' && ways.find(({ name }) => name === value)
    return way ? (
      <Link key={value} to={way.to}>
        {value}
      </Link>
    ) : (
      value
    )
  })
}

const conjunction = new Intl.ListFormat('en')

function adviceOnBackup({ backupFailed }: SchoolSummary): Advice[] {
  if (backupFailed === null) return []
  const way = { name: 'See why', to: paths.health }
  return [{ counts: [], text: 'The last backup failed.', way }]
}

/** Mails that failed for good have their own card below. */
function adviceOnMails({ mailsDelayed }: SchoolSummary): Advice[] {
  if (mailsDelayed === 0) return []
  const name = formatCount(mailsDelayed, 'email waits', 'emails wait')
  const them = mailsDelayed === 1 ? 'it' : 'them'
  const counts = [{ name, to: paths.mailsIn('waiting') }]
  return [{ counts, text: `: the mail server does not accept ${them}.` }]
}

/** Students whose advisor is blocked, or who never had one. */
function adviceOnAdvisors({ withoutAdvisor }: SchoolSummary): Advice[] {
  const counts = withoutAdvisor.map(({ advisor, students }) => {
    const name = formatCount(students, 'student', 'students')
    return advisor
      ? { name: `${name} of ${advisor.name}`, to: paths.person('advisor', advisor._id) }
      : { name, to: paths.studentsIn('no-advisor') }
  })
  const [most, another] = counts
  if (!most) return []
  const have = another || withoutAdvisor[0]?.students !== 1 ? 'have' : 'has'
  const way = { name: 'Hand over', to: most.to }
  return [{ counts, text: ` ${have} no active advisor.`, way }]
}

function adviceOnSchool(summary: SchoolSummary, days: number): Advice[] {
  const { invited, reviewsToSchedule, reviewsToPlan, freeSlots, slotsShort } = summary
  const free = `${freeSlots === 1 ? 'is' : 'are'} free in the next ${days} days`
  // Advisors who follow the plan book nothing that is due later.
  const isWaiting = slotsShort ? reviewsToSchedule > 0 : reviewsToPlan > 0
  const waiting = {
    ...(slotsShort
      ? {
          counts: [],
          text: `${describeShortage(slotsShort)}. Ask reviewers to add more.`,
          way: { name: 'View reviewers', to: paths.reviewerList },
        }
      : {
          counts: [{ name: formatCount(freeSlots, 'slot', 'slots'), to: paths.calendar('admin') }],
          text: ` ${free}, enough for the reviews that are due. Remind advisors to book.`,
          way: { name: 'View advisors', to: paths.advisorList },
        }),
  }
  const asked = {
    counts: listInvited(summary),
    text: ` ${invited === 1 ? 'has' : 'have'} not completed their profile yet. Use Send Mail in the list to send a new invitation.`,
  }
  return [...(isWaiting ? [waiting] : []), ...(invited > 0 ? [asked] : [])]
}

/** Each role has its own list. */
function listInvited({ invitedStudents, invitedAdvisors, invitedReviewers }: SchoolSummary): Way[] {
  const ofRole = (count: number, one: string, list: string) =>
    count === 0
      ? []
      : [{ name: formatCount(count, one, `${one}s`), to: `${list}?state=unverified` }]
  return [
    ...ofRole(invitedStudents, 'student', paths.studentList),
    ...ofRole(invitedAdvisors, 'advisor', paths.advisorList),
    ...ofRole(invitedReviewers, 'reviewer', paths.reviewerList),
  ]
}
