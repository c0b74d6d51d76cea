import { onTestFinished } from 'vitest'

/** Plugs in a camera, which starts when the test says so. */
export function plugInCamera() {
  const tracks: MediaStreamTrack[] = []
  const started = Promise.withResolvers<void>()

  async function getUserMedia(): Promise<MediaStream> {
    await started.promise
    const stream = document.createElement('canvas').captureStream()
    tracks.push(...stream.getVideoTracks())
    // This DOM lacks `getTracks`.
    return Object.assign(stream, { getTracks: () => stream.getVideoTracks() })
  }

  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return {
    start: started.resolve,
    /** 'live' if it runs somewhere on the page, 'ended' if it has been stopped; none before. */
    states: () => [...new Set(tracks.map(({ readyState }) => readyState))],
  }
}
