import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

/** The link from an account to the notification settings. */
export function NotificationSettingsLink({ role }: { role: Role }) {
  return (
    <Card component="section" withBorder aria-labelledby="told">
      <Stack>
        <Title order={2} id="told">
          Notifications
        </Title>
        <Text c="dimmed">
          Choose what you are notified about in the app, by mail and in your browser.
        </Text>
        <Group>
          <Button variant="default" component={Link} to={paths.noticeSettings(role)}>
            Notification settings
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
