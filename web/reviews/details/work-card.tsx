import { Group, Stack, Text, Title } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { workoutLists } from '#contract/tasks/tasks.ts'
import { getStudentWork, type Work } from '#contract/work.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { InlineMarkdown } from '#web/kit/ui/text/inline-markdown.tsx'
import { LinkedText } from '#web/kit/ui/text/linked-text.tsx'
import { Links } from '#web/work/links.tsx'
import { TaskProgressBar } from '#web/work/task-progress-bar.tsx'
import { TickedLines } from '#web/work/ticked-lines.tsx'
import type { AdvisorOrReviewer } from '../api.ts'
import { PendingTaskList } from './tasks/pending-task-list.tsx'

type Props = { review: Review; viewer: AdvisorOrReviewer }

/** The student's work on the week of the review, and what the review before asked for. */
export function WorkCard({ review: { _id, week }, viewer }: Props) {
  // Only a reviewer can lose a review, and that screen says so itself.
  const handlesNotFound = viewer === 'reviewer'
  const query = useApiQuery(getStudentWork[viewer], { query: { review: _id } }, { handlesNotFound })
  return (
    <>
      <SectionCard title={`Tasks of week ${formatWeekNumber(week)}`}>
        <LoadedData query={query} skeleton={<Skeletons count={1} />}>
          {(work) => <WorkSummary work={work} />}
        </LoadedData>
      </SectionCard>
      {query.data && query.data.asked.length > 0 && (
        <SectionCard title="Pending tasks from the last review">
          <PendingTaskList lines={query.data.asked} />
        </SectionCard>
      )}
    </>
  )
}

/** A student's work on a week, as advisor and reviewer see it. */
function WorkSummary({ work }: { work: Work }) {
  const { task, ticks, links, note, isReady, isOver } = work
  return (
    <Stack>
      <Group gap="md">
        {(isReady || !isOver) && (
          <StatePill sign={isReady ? 'full' : 'empty'} {...(isReady && { colour: 'green' })}>
            {isReady ? 'Ready' : 'Not ready yet'}
          </StatePill>
        )}
        {task && <TaskProgressBar task={task} ticks={ticks} />}
      </Group>
      {task ? (
        workoutLists.map(({ field, title }) => (
          <Lines key={field} title={title} lines={task[field]} ticks={ticks} />
        ))
      ) : (
        <Text>No tasks for this week yet.</Text>
      )}
      <FormerLines task={task} ticks={ticks} />
      {links.length > 0 && (
        <div>
          <Title order={3}>Links</Title>
          <Links links={links} />
        </div>
      )}
      {note.trim() && (
        <div>
          <Title order={3}>Note</Title>
          <Text size="md" maw={720} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <LinkedText>{note}</LinkedText>
          </Text>
        </div>
      )}
    </Stack>
  )
}

/** Ticked lines that the task no longer has. */
function FormerLines({ task, ticks }: Pick<Work, 'task' | 'ticks'>) {
  const known = new Set(task && workoutLists.flatMap(({ field }) => task[field]))
  const former = ticks.filter((line) => !known.has(line))
  if (former.length === 0) return null
  return <Lines title="No longer in the task" lines={former} ticks={former} />
}

type LinesProps = { title: string; lines: string[]; ticks: string[] }

function Lines({ title, lines, ticks }: LinesProps) {
  return (
    <div>
      <Title order={3}>{title}</Title>
      <TickedLines lines={lines} ticks={ticks} Line={InlineMarkdown} />
    </div>
  )
}
