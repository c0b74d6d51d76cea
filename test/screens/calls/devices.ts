import { onTestFinished, vi } from 'vitest'

/** As much of Web Audio, which this DOM lacks, as measures a level: that of silence. */
class SilentAudioContext {
  createAnalyser = () => ({ fftSize: 1, getFloatTimeDomainData() {} })
  createMediaStreamSource = () => ({ connect() {} })
  close() {}
}

function makeTrack(kind: 'audio' | 'video'): MediaStreamTrack {
  const [track] = document.createElement('canvas').captureStream().getVideoTracks()
  if (!track) throw new Error('The canvas has no track')
  return Object.defineProperty(track, 'kind', { value: kind })
}

/** Plugs in a camera and a microphone, which start when the test says so. */
export function plugInDevices() {
  const tracks: MediaStreamTrack[] = []
  const started = Promise.withResolvers<void>()
  const isLive = ({ readyState }: MediaStreamTrack) => readyState === 'live'
  const labels = { videoinput: 'Built-in camera', audioinput: 'Built-in microphone' }

  async function getUserMedia({ audio, video }: MediaStreamConstraints): Promise<MediaStream> {
    await started.promise
    const given = [...(audio ? [makeTrack('audio')] : []), ...(video ? [makeTrack('video')] : [])]
    tracks.push(...given)
    // This DOM lacks `getTracks`.
    return Object.assign(new MediaStream(given), { getTracks: () => given })
  }

  const devices = Object.assign(new EventTarget(), {
    getUserMedia,
    enumerateDevices: async () =>
      Object.entries(labels).map(([kind, label]) => ({ kind, label, deviceId: kind })),
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })
  vi.stubGlobal('AudioContext', SilentAudioContext)
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return {
    start: started.resolve,
    /** Whether they have started; then the kinds of those that still run. */
    running: () => tracks.length > 0 && tracks.filter(isLive).map(({ kind }) => kind),
    /** Ends the running microphone, as when its plug is pulled. */
    unplugMicrophone() {
      for (const track of tracks.filter(isLive).filter(({ kind }) => kind === 'audio')) {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    },
  }
}
