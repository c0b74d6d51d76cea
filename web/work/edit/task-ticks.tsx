import { Checkbox, SimpleGrid, Stack, Title } from '@mantine/core'
import { useId } from 'react'
import { type WorkoutField, workoutLists } from '#contract/tasks/tasks.ts'
import type { Work } from '#contract/work.ts'
import { InlineMarkdown } from '#web/kit/ui/text/inline-markdown.tsx'
import type { EditWork } from './use-own-work.ts'

type Props = { task: Record<WorkoutField, string[]>; work: Work; edit: EditWork }

/** The lines of the week's task, for the student to tick. */
export function TaskTicks({ task, work, edit }: Props) {
  const ticked = new Set(work.ticks)
  return (
    <SimpleGrid type="container" cols={{ base: 1, '700px': 3 }}>
      {workoutLists.map(({ field, title }) => (
        <Lines
          key={field}
          title={title}
          lines={task[field]}
          ticked={ticked}
          isOver={work.isOver}
          tick={(line, isTicked) => edit({ ticks: new Map([[line, isTicked]]) })}
        />
      ))}
    </SimpleGrid>
  )
}

type LinesProps = {
  title: string
  lines: string[]
  ticked: ReadonlySet<string>
  isOver: boolean
  tick: (line: string, isTicked: boolean) => void
}

function Lines({ title, lines, ticked, isOver, tick }: LinesProps) {
  const heading = useId()
  return (
    <Stack gap="xs">
      <Title order={3} id={heading}>
        {title}
      </Title>
      <Stack component="ul" gap={8} aria-labelledby={heading} style={{ overflowWrap: 'anywhere' }}>
        {lines.map((line, index) => (
          <li key={index}>
            <Checkbox
              label={<InlineMarkdown>{line}</InlineMarkdown>}
              checked={ticked.has(line)}
              disabled={isOver}
              onChange={({ currentTarget }) => tick(line, currentTarget.checked)}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
