import { Group } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { taskNames } from './task-names.ts'
import { TaskStateDot } from './task-state-dot.tsx'
import { useWorkLinks } from './use-work-links.ts'
import { TaskLink } from './work-link.tsx'

/** Which tasks of the week are done, and where the student's videos are. */
export function TaskDetails({ review, viewer }: { review: Review; viewer: Role }) {
  const links = useWorkLinks(review, viewer)
  const facts = taskNames.map(({ field, name }) => [
    name,
    <Group key={field} gap="md" component="span">
      <TaskStateDot state={review.taskStatus[field]} />
      <TaskLink name={name} url={links[field]} />
    </Group>,
  ])
  return (
    <SectionCard title="Task Details">
      <DescriptionList facts={Object.fromEntries(facts)} />
    </SectionCard>
  )
}
