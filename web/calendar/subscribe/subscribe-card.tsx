import { Card, Stack, Title } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { SubscribeLater } from './later.tsx'

/** The same among what else is one's own. */
export function SubscribeCard({ role }: { role: Role }) {
  return (
    <Card component="section" withBorder aria-labelledby="own-calendar">
      <Stack>
        <Title order={2} id="own-calendar" tabIndex={-1} style={{ outline: 'none' }}>
          Your own calendar
        </Title>
        <SubscribeLater role={role} />
      </Stack>
    </Card>
  )
}
