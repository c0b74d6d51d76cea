import { Card, Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Shown beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One of the cards of a review's details. */
export function DetailCard({ title, action, children }: Props) {
  const heading = useId()
  return (
    <Card component="section" withBorder aria-labelledby={heading}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} id={heading}>
            {title}
          </Title>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  )
}
