import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** What an admin should know of the server, beside how the school stands. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Title order={2} mb="xs" id={id}>
        {title}
      </Title>
      <Text>{children}</Text>
    </Card>
  )
}
