import { List, SimpleGrid, Stack, Title, type TitleOrder } from '@mantine/core'
import type { ReactNode } from 'react'
import { type WorkoutField, workoutLists } from '#contract/tasks/tasks.ts'
import { InlineMarkdown } from '#web/kit/ui/text/inline-markdown.tsx'

export type Workouts = Record<WorkoutField, string[]>

export function WorkoutLists({ task, order }: { task: Workouts; order: TitleOrder }) {
  return (
    <WorkoutColumns>
      {workoutLists.map(({ field, title }) => (
        <Stack key={field} gap="xs">
          <Title order={order} size="h3">
            {title}
          </Title>
          <List spacing={8} style={{ overflowWrap: 'anywhere' }}>
            {task[field].map((line, index) => (
              <List.Item key={index}>
                <InlineMarkdown>{line}</InlineMarkdown>
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </WorkoutColumns>
  )
}

/** The three lists, side by side if there is room. */
export function WorkoutColumns({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid type="container" cols={{ base: 1, '700px': 3 }}>
      {children}
    </SimpleGrid>
  )
}
