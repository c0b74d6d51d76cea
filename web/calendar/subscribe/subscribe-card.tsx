import { Card, Stack, Title } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { Subscribe } from './subscribe.tsx'

/** The same among what else is one's own. */
export function SubscribeCard({ role }: { role: Role }) {
  return (
    <Card component="section" withBorder aria-labelledby="own-calendar">
      <Stack>
        <Title order={2} id="own-calendar" tabIndex={-1} style={{ outline: 'none' }}>
          Your own calendar
        </Title>
        <Subscribe role={role} />
      </Stack>
    </Card>
  )
}
