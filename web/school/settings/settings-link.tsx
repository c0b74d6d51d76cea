import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** The link from an account to the school settings. */
export function SchoolSettingsLink() {
  return (
    <Card component="section" withBorder aria-labelledby="school">
      <Stack>
        <Title order={2} id="school">
          School
        </Title>
        <Text c="dimmed">Name, logo, time zone, sorting, phone numbers and mail server.</Text>
        <Group>
          <Button variant="default" component={Link} to={paths.schoolSettings}>
            School settings
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
