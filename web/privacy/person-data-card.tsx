import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getPersonData } from '#contract/privacy/privacy.ts'
import { exportList } from '#web/exports/api.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'

/** Downloads everything that is kept of a person; `more` are further buttons. */
export function PersonDataCard({
  person: { _id: id },
  more,
}: {
  person: { _id: string }
  more?: ReactNode
}) {
  return (
    <SectionCard id="person-data" title="Data">
      <Text c="dimmed">
        Everything stored about this person, in case they ask for it. People can also download their
        own under Profile or Account.
      </Text>
      <Group>
        <Button variant="default" onClick={() => exportList(getPersonData, { id })}>
          Download data
        </Button>
        {more}
      </Group>
    </SectionCard>
  )
}
