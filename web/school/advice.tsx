import { Card } from '@mantine/core'
import { Link } from 'react-router'
import { counted } from '#contract/kit/counted.ts'
import { bookingHorizonDays } from '#contract/limits.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { paths } from '#web/paths.ts'
import styles from './advice.module.css'
import { isSetUp } from './findings.ts'

type Advice = { text: string; label: string; to: string }

/**
 * What would help now, each with the way to it; of a school that is not set up, of its backup and
 * mails alone.
 */
export function AdviceList({ summary }: { summary: SchoolSummary }) {
  const advices = [
    ...adviceOnBackup(summary),
    ...adviceOnMails(summary),
    ...(isSetUp(summary) ? adviceOnSchool(summary) : []),
  ]
  if (advices.length === 0) return null
  return (
    <Card withBorder>
      <ul className={styles.advices} aria-label="What would help now">
        {advices.map(({ text, label, to }) => (
          <li key={text} className={styles.advice}>
            <p>{text}</p>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function adviceOnBackup({ backupFailed }: SchoolSummary): Advice[] {
  if (backupFailed === null) return []
  return [{ text: 'The backup of the school failed.', label: 'See why', to: paths.health }]
}

/** Those that were refused for good have a part of their own below. */
function adviceOnMails({ mailsDelayed }: SchoolSummary): Advice[] {
  const delayed = {
    text: `${counted(mailsDelayed, 'mail waits', 'mails wait')}: the mail server does not take ${mailsDelayed === 1 ? 'it' : 'them'}.`,
    label: 'See what it says',
    to: paths.mailsIn('waiting'),
  }
  return mailsDelayed > 0 ? [delayed] : []
}

function adviceOnSchool(summary: SchoolSummary): Advice[] {
  const { invited, reviewsToSchedule, freeSlots } = summary
  const slots = `${counted(freeSlots, 'slot is', 'slots are')} free in the next ${bookingHorizonDays} days`
  const waiting =
    freeSlots < reviewsToSchedule
      ? {
          text: `${slots}: too few. Ask reviewers for more.`,
          label: 'See the reviewers',
          to: paths.reviewerList,
        }
      : {
          text: `${slots}: enough for all. Remind the advisors to book.`,
          label: 'See the advisors',
          to: paths.advisorList,
        }
  const asked = {
    text: `${counted(invited, 'person has', 'people have')} not completed their profile yet. Send Mail in the list invites them again.`,
    label: 'See the students',
    to: paths.studentsIn('unverified'),
  }
  return [...(reviewsToSchedule > 0 ? [waiting] : []), ...(invited > 0 ? [asked] : [])]
}
