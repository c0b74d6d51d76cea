import { Group, Stack, Text, Title } from '@mantine/core'
import { workoutLists } from '#contract/tasks/tasks.ts'
import type { Work } from '#contract/work.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { InlineMarkdown } from '#web/kit/ui/text/inline-markdown.tsx'
import { LinkedText } from '#web/kit/ui/text/linked-text.tsx'
import { Links } from './links.tsx'
import { TaskProgressBar } from './task-progress-bar.tsx'
import { TickedLines } from './ticked-lines.tsx'

/** A student's work on a week, as advisor and reviewer see it. */
export function WorkSummary({ work }: { work: Work }) {
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
        <Text>Nothing has been written for this week.</Text>
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
