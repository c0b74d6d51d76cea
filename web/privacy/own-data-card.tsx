import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { getOwnData } from '#contract/privacy.ts'
import type { Role } from '#contract/roles.ts'
import { exportList } from '#web/exports/api.ts'

/** Downloads everything that the school keeps of the reader. */
export function OwnDataCard({ role }: { role: Role }) {
  return (
    <Card component="section" withBorder aria-labelledby="own-data">
      <Stack>
        <Title order={2} id="own-data">
          Your data
        </Title>
        <Text c="dimmed">
          Everything that is kept of you, as a file with a sentence for each part.
        </Text>
        <Group>
          <Button variant="default" onClick={() => exportList(getOwnData[role], {})}>
            Download my data
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
