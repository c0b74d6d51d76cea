import { Button } from '@mantine/core'
import { useState } from 'react'

const seconds = 1
const pitch = 523

/** Plays a short tone on the chosen speaker. */
export function SpeakerTest({ speaker }: { speaker: string | undefined }) {
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
