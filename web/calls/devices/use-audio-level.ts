import { useEffect, useState } from 'react'

const everyMs = 100

/** A microphone's level, from 0 to 1. Measures a clone of the track, which is not muted with it. */
export function useAudioLevel(microphone: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!microphone) return
    const copy = microphone.clone()
    copy.enabled = true
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream([copy])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      setLevel(Math.min(1, Math.sqrt(power) * 4))
    }, everyMs)
    return () => {
      clearInterval(timer)
      copy.stop()
      void context.close()
      setLevel(0)
    }
  }, [microphone])
  return level
}
