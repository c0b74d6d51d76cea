import { Alert, Card, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { joinedMessages, notRecordedNotice, waitingForMessages } from '#contract/calls/calls.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import type { CallRole, Participants } from '../api.ts'
import type { Call } from '../call.ts'
import { type CallState, isCallUnavailable } from '../call-state.ts'
import {
  type ConnectionQuality,
  type ConnectionStats,
  getConnectionQuality,
  sumStats,
} from '../connection/quality.ts'
import { DeviceCheck } from '../devices/device-check.tsx'
import type { Media } from '../devices/media.ts'
import { MutedWarning } from '../devices/muted-warning.tsx'
import { useReviewCall } from '../use-review-call.ts'
import { FullScreenIcon, PictureInPictureIcon } from './call-icons.tsx'
import styles from './call-screen.module.css'
import { CallStage } from './call-stage.tsx'
import { CallUnavailable } from './call-unavailable.tsx'
import { Chat } from './chat.tsx'
import { Controls } from './controls.tsx'
import { ToolButton } from './tool-button.tsx'
import { UnseenMessage } from './unseen-message.tsx'

type Props = {
  role: CallRole
  room: string
  email: string | undefined
  people: Participants
  beside: ReactNode
}

/** The room of a review: who is present, both pictures, and the call's controls. */
export function CallScreen({ role, room, email, people, beside }: Props) {
  const { held, line } = useReviewCall(role, room, email)
  const chat = useRef<HTMLDivElement>(null)
  if (!held) return null
  return (
    <div className={styles.screen} data-beside={beside ? 'desk' : 'chat'}>
      {/* An unseen message covers what is beside the video. */}
      <Stack miw={0} style={{ zIndex: 1 }}>
        {line === 'connecting' && (
          <Alert variant="default" role="status">
            Disconnected from the server. Reconnecting…
          </Alert>
        )}
        <Room {...held} role={role} room={room} people={people} chat={chat} />
      </Stack>
      <Stack miw={0} className={styles.beside ?? ''}>
        <Chat call={held.call} role={role} room={room} people={people} card={chat} />
        {beside}
      </Stack>
    </div>
  )
}

type RoomProps = {
  call: Call
  media: Media
  role: CallRole
  room: string
  people: Participants
  chat: RefObject<HTMLDivElement | null>
}

function Room({ call, media, role, room, people, chat }: RoomProps) {
  const state = useStore(call.store)
  const stage = useRef<HTMLDivElement>(null)
  const remote = useRef<HTMLVideoElement>(null)
  if (isCallUnavailable(state.place)) {
    return <CallUnavailable call={call} role={role} room={room} />
  }
  return (
    <Card withBorder p={{ base: 'sm', sm: 'md' }}>
      <Stack>
        <Group justify="space-between">
          <Text fw={600} role="status">
            {formatPresence(state, role)}
          </Text>
          <Group gap="md">
            {state.link === 'connected' && <QualityBadge call={call} />}
            {state.since !== null && <Timer since={state.since} />}
          </Group>
        </Group>
        <CallStage
          call={call}
          media={media}
          role={role}
          people={people}
          stage={stage}
          remote={remote}
        >
          <UnseenMessage
            call={call}
            from={people[role === 'student' ? 'reviewer' : 'student'].name}
            chat={chat}
          />
        </CallStage>
        <MutedWarning media={media} />
        {sendingNotice[state.sending] && <Text role="status">{sendingNotice[state.sending]}</Text>}
        <Controls
          call={call}
          media={media}
          more={<ViewButtons stage={stage} remote={remote} hasPicture={state.theirs !== null} />}
        />
        <DeviceCheck media={media} isCalling={state.isCalling} />
        <Text size="sm" c="dimmed">
          {notRecordedNotice}
        </Text>
      </Stack>
    </Card>
  )
}

const sendingNotice: Record<CallState['sending'], string> = {
  all: '',
  'less picture': 'Your connection is weak. Video quality is reduced so that you can be heard.',
  'sound alone': 'Your connection is very weak. Only sound is sent until it improves.',
}

function formatPresence(
  { place, other, isCalling, link, theirs }: CallState,
  role: CallRole,
): string {
  const them = role === 'student' ? 'reviewer' : 'student'
  if (place === 'outside') return 'Joining the room'
  if (other === null && theirs === null) return waitingForMessages[them]
  const isConnecting = isCalling && link !== 'connected'
  return isConnecting ? `${joinedMessages[them]}. Connecting the call` : joinedMessages[them]
}

const everyMs = 2_000

/** The quality of the call, from the browser's statistics. */
function QualityBadge({ call }: { call: Call }) {
  const [quality, setQuality] = useState<ConnectionQuality>()
  useEffect(() => {
    let before: ConnectionStats | undefined
    const timer = setInterval(async () => {
      const report = await call.stats()
      if (!report) return
      const now = sumStats(report.entries())
      if (before) setQuality(getConnectionQuality(before, now))
      before = now
    }, everyMs)
    return () => clearInterval(timer)
  }, [call])
  return quality && <StateDot colour={quality.colour}>{quality.word}</StateDot>
}

/** The duration of the call: '12:05', or '1:02:05'. */
function Timer({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs)
    return () => clearInterval(timer)
  }, [])
  const text = formatDuration(Math.max(0, Math.floor((now - since) / secondMs)))
  return (
    <Text
      component="span"
      aria-label={`Time in the call: ${text}`}
      role="timer"
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {text}
    </Text>
  )
}

/** Seconds as m:ss, or h:mm:ss from an hour on. */
function formatDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}

type ViewButtonsProps = {
  stage: RefObject<HTMLDivElement | null>
  remote: RefObject<HTMLVideoElement | null>
  hasPicture: boolean
}

/** Full screen for both pictures, and picture-in-picture for the other person's. */
function ViewButtons({ stage, remote, hasPicture }: ViewButtonsProps) {
  // If the browser refuses, it says why itself.
  const attempt = (done: Promise<unknown> | undefined) => void done?.catch(() => undefined)

  function toggleFullScreen() {
    attempt(
      document.fullscreenElement ? document.exitFullscreen() : stage.current?.requestFullscreen(),
    )
  }

  function toggleSmallWindow() {
    attempt(
      document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : remote.current?.requestPictureInPicture(),
    )
  }

  return (
    <>
      {document.fullscreenEnabled && (
        <ToolButton label="Full screen" icon={<FullScreenIcon />} press={toggleFullScreen} />
      )}
      {document.pictureInPictureEnabled && hasPicture && (
        <ToolButton
          label="Picture in picture"
          icon={<PictureInPictureIcon />}
          press={toggleSmallWindow}
        />
      )}
    </>
  )
}
