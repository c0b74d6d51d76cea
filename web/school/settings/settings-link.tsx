import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { paths } from '#web/paths.ts'

export function SchoolSettingsLink() {
  return (
    <SectionCard id="school" title="School">
      <Text c="dimmed">Name, logo, time zone, sorting, phone numbers and mail server.</Text>
      <Group>
        <Button variant="default" component={Link} to={paths.schoolSettings}>
          School settings
        </Button>
      </Group>
    </SectionCard>
  )
}
