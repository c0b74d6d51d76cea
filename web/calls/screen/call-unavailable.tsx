import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { afterCallLinkLabels } from '#contract/calls/calls.ts'
import { joinRefusals } from '#contract/calls/join-refusals.ts'
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
  const texts = {
    ended: { title: 'The call has ended', button: 'Join again' },
    elsewhere: { title: 'This call is open on another page', button: 'Use this page' },
    refused: { title: refusal, button: 'Try again' },
  }
  const { title, button } = texts[place === 'ended' || place === 'elsewhere' ? place : 'refused']
  const isFinal =
    place === 'refused' && Object.values(joinRefusals).some(({ message }) => message === refusal)
  return (
    <Card withBorder p="lg">
      <Stack align="center" ta="center">
        <TwoFrames />
        <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        <Group justify="center">
          <Button component={Link} to={paths.reviewDetails(role, room)}>
            {afterCallLinkLabels[role]}
          </Button>
          {!isFinal && (
            <Button variant="default" onClick={() => call.returnHere()}>
              {button}
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
