import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Media } from './media.ts'
import { useAudioLevel } from './use-audio-level.ts'

/** Levels from here on count as speech. */
const speakingLevel = 0.1
/** How long the warning stays after the last sound. */
const staysMs = 3_000

/** Warns a person who speaks while muted. */
export function MutedWarning({ media }: { media: Media }) {
  const { microphone, isMuted } = useStore(media.store)
  if (!isMuted || !microphone) return null
  return <SpeakingMutedWarning media={media} microphone={microphone} />
}

function SpeakingMutedWarning({
  media,
  microphone,
}: {
  media: Media
  microphone: MediaStreamTrack
}) {
  const isLoud = useAudioLevel(microphone) > speakingLevel
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (isLoud) setShown(true)
    const timer = setTimeout(() => setShown(isLoud), staysMs)
    return () => clearTimeout(timer)
  }, [isLoud])

  if (!isShown) return null
  return (
    <Alert variant="default" role="status" p="sm">
      <Group justify="space-between">
        <Text fw={600}>You are muted</Text>
        <Button variant="default" onClick={media.toggleMute}>
          Speak
        </Button>
      </Group>
    </Alert>
  )
}
