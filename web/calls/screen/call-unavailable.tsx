import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { afterCallLinkLabels } from '#contract/calls/calls.ts'
import { makeDrawing } from '#web/kit/ui/drawings/drawing.tsx'
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

/** Two people in two frames: a review by video. */
const TwoFrames = /* @__PURE__ */ makeDrawing(
  <>
    <rect x="18" y="34" width="76" height="60" rx="8" />
    <rect x="106" y="34" width="76" height="60" rx="8" />
    <circle cx="56" cy="58" r="9" />
    <path d="M38 94c2-14 8-20 18-20s16 6 18 20" />
    <circle cx="144" cy="58" r="9" />
    <path d="M126 94c2-14 8-20 18-20s16 6 18 20" />
    <path d="M60 116h80" opacity={0.5} />
  </>,
)
