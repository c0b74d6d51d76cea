import { Text } from '@mantine/core'
import type { DomainName } from '#contract/domains/domain.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { weeks } from '#contract/limits/limits.ts'
import { getPerson } from '#contract/people/people.ts'
import { listStudentReviews } from '#contract/reviews/person-reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { listDomainTasks } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

type Props = { student: string; domain: DomainName; week: number | undefined }

/**
 * Says before a student gets another domain or week that it has no task, and that the reviewer of
 * the booked slot does not review the domain.
 */
export function MoveWarnings({ student, domain, week }: Props) {
  const tasks = useApiQuery(listDomainTasks, { query: { domain: domain._id } })
  // The latest alone can be open; the person's page has asked for it, too.
  const [latest] = useApiQuery(listStudentReviews, { query: { student, limit: 1 } }).data ?? []
  const id = (latest && canBeHeld(latest) && latest.reviewer?._id) || ''
  const reviewer = useApiQuery(getPerson, { query: { id } }, { enabled: id !== '' }).data
  const hasTask = tasks.data?.some((one) => one.tasks.some((task) => task.week === week)) ?? true
  const reviews = reviewer?.domains.some(({ _id }) => _id === domain._id) ?? true
  const warnings = [
    ...(week !== undefined && weeks.includes(week) && !hasTask
      ? [`${domain.name} has no task for week ${formatWeekNumber(week)} yet.`]
      : []),
    ...(reviews
      ? []
      : [`${reviewer?.name}, who has the booked slot, does not review ${domain.name}.`]),
  ]
  return (
    <Text size="sm" role="status" fw={500}>
      {warnings.join(' ')}
    </Text>
  )
}
