import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { paths } from '#web/paths.ts'

export function NotificationSettingsLink({ role }: { role: Role }) {
  return (
    <SectionCard id="notifications" title="Notifications">
      <Text c="dimmed">
        Choose what you are notified about in the app, by email and in your browser.
      </Text>
      <Group>
        <Button variant="default" component={Link} to={paths.noticeSettings(role)}>
          Notification settings
        </Button>
      </Group>
    </SectionCard>
  )
}
