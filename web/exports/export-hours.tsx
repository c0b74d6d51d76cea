import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { exportFormats, exportHours } from '#contract/exports.ts'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { now } from '#web/kit/live/now.ts'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { exportList } from './api.ts'

/** Asks for which days reviewers' hours are exported; at first the present month. */
export function openExportHours(): void {
  contentDialog('Export hours', (close) => <ExportHours close={close} />)
}

function ExportHours({ close }: { close: () => void }) {
  const today = dateInZone(now(), useSchoolZone())
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const isReady = from !== '' && to !== ''
  return (
    <Stack>
      <Text>
        One line for each day, reviewer and domain: reviews held, minutes together in the call, and
        no-shows.
      </Text>
      <Group grow>
        <TextInput
          label="First day"
          type="date"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          {...autoFocusProps}
        />
        <TextInput
          label="Last day"
          type="date"
          min={from}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Group>
      <Group justify="flex-end">
        {exportFormats.map((format) => (
          <Button
            key={format}
            variant={format === 'csv' ? 'filled' : 'default'}
            disabled={!isReady}
            onClick={() => {
              close()
              void exportList(exportHours[format], { from, to })
            }}
          >
            Export as {format.toUpperCase()}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
