import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import type { AtRiskCounts } from '#contract/school/at-risk.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { paths } from '#web/paths.ts'
import { AttentionCard, AttentionRow } from './attention-card.tsx'
import { pickAdvisorsToList } from './pick-advisors-to-list.ts'

type Props = { rows: AtRiskCounts['overdueByAdvisor']; reviews: number }

/** The advisors whose students have no slot although the review's date has passed. */
export function OverdueByAdvisor({ rows, reviews }: Props) {
  const all = { label: 'All of them', to: paths.studentsIn('overdue') }
  // Lazy: the home's first paint needs no mutations and toasts.
  const Remind = useLazyComponent(
    async () => (await import('./remind-buttons.tsx')).RemindAdvisorButton,
  )
  const { shown, rest, most } = pickAdvisorsToList(rows, reviews)
  return (
    <AttentionCard title="Overdue by advisor" all={all}>
      {shown.length > 0 && (
        <ul aria-label="Overdue reviews by advisor">
          {shown.map(({ advisor, reviews: own, remindedToday }) => (
            <li key={advisor?._id ?? ''}>
              <AttentionRow
                picture={advisor && <Avatar person={advisor} size={32} />}
                name={advisor?.name ?? 'No advisor'}
                to={advisor ? paths.person('advisor', advisor._id) : undefined}
                facts={advisor ? 'Advisor' : 'Nobody to book these'}
              >
                <Link
                  to={advisor ? `?risk=overdue&advisor=${advisor._id}` : '?risk=no-advisor'}
                  preventScrollReset
                >
                  {formatCount(own, 'review', 'reviews')}
                </Link>
                {advisor && Remind && <Remind advisor={advisor} isReminded={remindedToday} />}
              </AttentionRow>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Text c="dimmed">
          {shown.length > 0 ? `The other ${rest.toLocaleString('en')}` : 'They'} are spread over
          many advisors, at most {most} each.
        </Text>
      )}
    </AttentionCard>
  )
}
