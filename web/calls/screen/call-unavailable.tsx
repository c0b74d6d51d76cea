import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { afterCallLinkLabels } from '#contract/calls/calls.ts'
import { TwoFrames } from '#web/kit/ui/drawings/two-frames.tsx'
import { paths } from '#web/paths.ts'
import type { CallRole } from '../api.ts'
import type { Call } from '../call.ts'

/** Says why there is no call here and where to continue. */
export function CallUnavailable({
  call,
  role,
  room,
}: {
  call: Call
  role: CallRole
  room: string
}) {
  const { place, refusal } = useStore(call.store)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const said = {
    ended: 'The call has ended',
    elsewhere: 'This call is open on another page',
  }
  return (
    <Card withBorder p="lg">
      <Stack align="center" ta="center">
        <TwoFrames />
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {place === 'ended' || place === 'elsewhere' ? said[place] : refusal}
        </Title>
        <Group justify="center">
          <Button component={Link} to={paths.reviewDetails(role, room)}>
            {afterCallLinkLabels[role]}
          </Button>
          {place !== 'refused' && (
            <Button variant="default" onClick={() => call.returnHere()}>
              {place === 'ended' ? 'Join again' : 'Use this page'}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
