import { Button, Progress, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Devices } from '../call-storage.ts'
import type { Media } from './media.ts'
import { useAudioLevel } from './use-audio-level.ts'

const kinds = [
  { device: 'camera', kind: 'videoinput', label: 'Camera' },
  { device: 'microphone', kind: 'audioinput', label: 'Microphone' },
  { device: 'speaker', kind: 'audiooutput', label: 'Speaker' },
] as const satisfies { device: keyof Devices; kind: MediaDeviceKind; label: string }[]

/** Selects for camera, microphone and speaker, with an audio level. */
export function DeviceCheck({ media, isCalling }: { media: Media; isCalling: boolean }) {
  const { camera, microphone } = useStore(media.store)
  const [isOpen, setOpen] = useState(!isCalling)
  useEffect(() => setOpen(!isCalling), [isCalling])
  if (!camera && !microphone) return null
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary style={{ minHeight: 44, alignContent: 'center', cursor: 'pointer' }}>
        Camera and sound
      </summary>
      {isOpen && <Check media={media} isCalling={isCalling} />}
    </details>
  )
}

function Check({ media, isCalling }: { media: Media; isCalling: boolean }) {
  const { microphone, chosen } = useStore(media.store)
  return (
    <Stack>
      <Level microphone={microphone} />
      <Choices media={media} />
      {!isCalling && <SpeakerTest speaker={chosen.speaker?.id} />}
    </Stack>
  )
}

function Level({ microphone }: { microphone: MediaStreamTrack | null }) {
  const level = useAudioLevel(microphone)
  if (!microphone) return <Text>No microphone found, so nobody can hear you.</Text>
  return (
    <Stack gap={4}>
      <Text size="sm">Say something. The bar moves when your microphone picks you up.</Text>
      <Progress.Root size="lg" transitionDuration={100}>
        <Progress.Section value={Math.round(level * 100)} aria-label="Microphone level" />
      </Progress.Root>
    </Stack>
  )
}

function Choices({ media }: { media: Media }) {
  const { chosen, camera, microphone, isAsking } = useStore(media.store)
  const devices = useDevices(camera ?? microphone)
  const inUse: Record<keyof Devices, string | undefined> = {
    camera: camera?.getSettings().deviceId,
    microphone: microphone?.getSettings().deviceId,
    speaker: chosen.speaker?.id,
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {kinds.map(({ device, kind, label }) => {
        const found = devices.filter((one) => one.kind === kind && one.deviceId !== '')
        if (found.length === 0) return null
        // A missing microphone starts once one is chosen, so none is preselected.
        const preselected = device === 'microphone' ? undefined : found[0]?.deviceId
        return (
          <Select
            key={device}
            label={label}
            data={found.map(({ deviceId, label: name }) => ({
              value: deviceId,
              label: name || label,
            }))}
            value={inUse[device] ?? preselected ?? null}
            allowDeselect={false}
            disabled={isAsking}
            onChange={(id, picked) => id && media.choose(device, { id, name: picked?.label ?? '' })}
          />
        )
      })}
    </SimpleGrid>
  )
}

/** The available devices, updated when one is plugged in or permission is given. */
function useDevices(allowed: MediaStreamTrack | null): MediaDeviceInfo[] {
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([])
  useEffect(() => {
    if (!allowed) return
    const look = () => navigator.mediaDevices.enumerateDevices().then(setDevices)
    void look()
    navigator.mediaDevices.addEventListener('devicechange', look)
    return () => navigator.mediaDevices.removeEventListener('devicechange', look)
  }, [allowed])
  return devices
}

const seconds = 1
const pitch = 523

/** Plays a short tone on the chosen speaker. */
function SpeakerTest({ speaker }: { speaker: string | undefined }) {
  const [isPlaying, setPlaying] = useState(false)
  async function play() {
    setPlaying(true)
    try {
      await playTone(speaker)
    } finally {
      setPlaying(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isPlaying}
      onClick={play}
      style={{ alignSelf: 'flex-start' }}
    >
      Play a sound
    </Button>
  )
}

/** Resolves when the tone has ended. */
async function playTone(speaker: string | undefined): Promise<void> {
  const context = new AudioContext()
  const output = context.createMediaStreamDestination()
  const tone = new OscillatorNode(context, { frequency: pitch })
  const volume = new GainNode(context, { gain: 0.2 })
  tone.connect(volume).connect(output)
  const player = new Audio()
  player.srcObject = output.stream
  // Where browsers do not support choosing, the tone plays on the default speaker.
  if (speaker !== undefined && 'setSinkId' in player) await player.setSinkId(speaker)
  const ended = new Promise((resolve) => {
    tone.onended = resolve
  })
  tone.start()
  tone.stop(context.currentTime + seconds)
  await player.play()
  await ended
  await context.close()
}
