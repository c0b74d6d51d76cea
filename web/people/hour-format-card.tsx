import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { SegmentedField } from '#web/kit/form/fields/segmented-field.tsx'
import { isPreferenceOn, storePreference } from '#web/kit/live/preferences.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'

/** Whether this browser shows times in 12 or 24 hours. */
export function HourFormatCard() {
  const [has24Hours, setHas24Hours] = useState(() => isPreferenceOn('24-hours'))
  function choose(chosen: string) {
    storePreference('24-hours', chosen === '24')
    setHas24Hours(isPreferenceOn('24-hours'))
  }
  return (
    <SectionCard id="clock" title="Clock">
      <Text c="dimmed">How this browser shows times. Emails always use the 12-hour clock.</Text>
      <Group>
        <SegmentedField
          aria-labelledby="clock"
          value={has24Hours ? '24' : '12'}
          onChange={choose}
          data={[
            { value: '12', label: '9:30 PM' },
            { value: '24', label: '21:30' },
          ]}
        />
      </Group>
    </SectionCard>
  )
}
