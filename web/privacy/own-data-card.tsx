import { Button, Group, Text } from '@mantine/core'
import { getOwnData } from '#contract/privacy/privacy.ts'
import type { Role } from '#contract/roles.ts'
import { exportList } from '#web/exports/api.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'

/** Downloads everything that the school keeps of the reader. */
export function OwnDataCard({ role }: { role: Role }) {
  return (
    <SectionCard id="own-data" title="Your data">
      <Text c="dimmed">
        Everything the school stores about you, in a file that explains each part.
      </Text>
      <Group>
        <Button variant="default" onClick={() => exportList(getOwnData[role], {})}>
          Download my data
        </Button>
      </Group>
    </SectionCard>
  )
}
