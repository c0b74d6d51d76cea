import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { counted } from '#contract/kit/counted.ts'
import type { PeopleInNeed } from '#contract/school/need.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { paths } from '#web/paths.ts'
import styles from './need-card.module.css'
import { NeedCard, NeedRow } from './need-card.tsx'
import { RemindAdvisor } from './remind-advisor.tsx'
import { standingOut } from './standing-out.ts'

type Props = { rows: PeopleInNeed['overdueByAdvisor']; reviews: number }

/** Whose students wait for a slot past the date of their review. */
export function OverdueByAdvisor({ rows, reviews }: Props) {
  const all = { label: 'All of them', to: paths.studentsIn('overdue') }
  const { told, rest, most } = standingOut(rows, reviews)
  return (
    <NeedCard title={`${counted(reviews, 'review is', 'reviews are')} overdue`} all={all}>
      {told.length > 0 && (
        <ul className={styles.rows} aria-label="Overdue reviews by advisor">
          {told.map(({ advisor, reviews: own, remindedToday }) => (
            <li key={advisor?._id ?? ''}>
              <NeedRow
                picture={advisor && <Avatar person={advisor} size={32} />}
                name={advisor?.name ?? 'No advisor'}
                to={advisor ? paths.person('advisor', advisor._id) : undefined}
                facts={advisor ? 'Advisor' : 'Nobody books these'}
              >
                <Link
                  to={advisor ? `?risk=overdue&advisor=${advisor._id}` : '?risk=no-advisor'}
                  preventScrollReset
                >
                  {counted(own, 'review', 'reviews')}
                </Link>
                {advisor && <RemindAdvisor advisor={advisor} isReminded={remindedToday} />}
              </NeedRow>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Text c="dimmed">
          {told.length > 0 ? `The other ${rest.toLocaleString('en')}` : 'They'} are with many
          advisors, none with more than {most}.
        </Text>
      )}
    </NeedCard>
  )
}
