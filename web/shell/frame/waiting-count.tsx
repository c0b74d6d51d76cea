import { VisuallyHidden } from '@mantine/core'
import { waitingCountMax } from '#contract/limits/limits.ts'
import { countFailedMails } from '#contract/mails.ts'
import {
  countWaitingForAdvisor,
  countWaitingForReviewer,
} from '#contract/reviews/waiting-counts.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import styles from './sidebar.module.css'

type Props = {
  role: Role
  to: string
  /** The id for the link's description, as the figure is hidden from screen readers. */
  id: string
}

/** How many items are waiting behind a sidebar link; nothing for none. */
export function WaitingCount({ role, to, id }: Props) {
  const waiting = (useWaiting(role)[to] ?? []).flatMap(({ count, ...words }) =>
    count ? [{ count, ...words }] : [],
  )
  if (waiting.length === 0) return null
  const figure = formatCountOrMore(waiting.reduce((sum, { count }) => sum + count, 0))
  return (
    <span className={styles.waiting}>
      <span aria-hidden>{figure}</span>
      <VisuallyHidden id={id} aria-hidden>
        {waiting
          .map(({ count, one, many }) => `${formatCountOrMore(count)} ${count === 1 ? one : many}`)
          .join(', ')}
      </VisuallyHidden>
    </span>
  )
}

function formatCountOrMore(count: number): string {
  return count < waitingCountMax ? `${count}` : `${waitingCountMax - 1}+`
}

type Count = { count: number | undefined; one: string; many: string }

/** The waiting items of the signed-in person, by path; one small call per role. */
function useWaiting(role: Role): Record<string, Count[]> {
  const asked = (of: Role) => ({ enabled: role === of, onlyLogged: true })
  const advisor = useApiQuery(countWaitingForAdvisor, {}, asked('advisor')).data
  const reviewer = useApiQuery(countWaitingForReviewer, {}, asked('reviewer')).data
  const admin = useApiQuery(countFailedMails, {}, asked('admin')).data
  return {
    [paths.home('advisor')]: [
      { count: advisor?.wished, one: 'reschedule request', many: 'reschedule requests' },
      reviews(advisor?.toDecide, 'to decide'),
      reviews(advisor?.unmarked, 'without marks'),
    ],
    [paths.reviewSchedule]: [reviews(advisor?.toSchedule, 'to schedule')],
    [paths.home('reviewer')]: [reviews(reviewer?.toMark, 'without marks')],
    [paths.health]: [{ count: admin?.healthProblems, one: 'thing to fix', many: 'things to fix' }],
    [paths.mails]: [
      { count: admin?.mailsFailed, one: 'email that failed', many: 'emails that failed' },
    ],
  }
}

function reviews(count: number | undefined, how: string): Count {
  return { count, one: `review ${how}`, many: `reviews ${how}` }
}
