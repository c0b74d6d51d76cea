import { createStore } from 'zustand/vanilla'
import { type Device, type Devices, loadDevices, saveDevices } from '../call-storage.ts'
import type { Tracks } from '../connection/peer.ts'
import { formatDeviceError, insecurePageMessage } from './device-errors.ts'

export type MediaState = {
  camera: MediaStreamTrack | null
  microphone: MediaStreamTrack | null
  screen: MediaStreamTrack | null
  isMuted: boolean
  isAsking: boolean
  /** Why a device is missing, as text. */
  problem: string | null
  chosen: Devices
}

export type Media = ReturnType<typeof openMedia>

function requestStream(kinds: { audio: boolean; video: boolean }, { camera, microphone }: Devices) {
  const exactly = (device: Device | undefined) => (device ? { deviceId: { exact: device.id } } : {})
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  return navigator.mediaDevices.getUserMedia({
    audio: kinds.audio && exactly(microphone),
    video: kinds.video && { ...size, ...exactly(camera) },
  })
}

const deviceKinds = {
  camera: 'videoinput',
  microphone: 'audioinput',
  speaker: 'audiooutput',
} as const

/** The chosen devices that are available, with their current ids. */
async function findByName(chosen: Devices): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const find = (place: keyof Devices): Devices => {
    const found = all.find(
      ({ kind, label }) => kind === deviceKinds[place] && label === chosen[place]?.name,
    )
    return found ? { [place]: { id: found.deviceId, name: found.label } } : {}
  }
  return { ...find('camera'), ...find('microphone'), ...find('speaker') }
}

/** The local media: what is shared, and with which devices. */
export function openMedia() {
  const store = createStore<MediaState>()(() => ({
    camera: null,
    microphone: null,
    screen: null,
    isMuted: false,
    isAsking: false,
    problem: null,
    chosen: loadDevices(),
  }))
  let isStopped = false

  function put(place: 'camera' | 'microphone' | 'screen', track: MediaStreamTrack | null): void {
    if (isStopped) {
      track?.stop()
      return
    }
    const before = store.getState()[place]
    if (before !== track) before?.stop()
    if (place === 'microphone' && track) track.enabled = !store.getState().isMuted
    if (track) track.onended = () => store.getState()[place] === track && put(place, null)
    store.setState({ [place]: track })
  }

  type MediaKinds = { audio: boolean; video: boolean }

  async function ask(kinds: MediaKinds): Promise<MediaStream> {
    const { chosen } = store.getState()
    try {
      return await requestStream(kinds, chosen)
    } catch (error) {
      // A stored id does not exist any more; look for the device by name, or take any.
      if (!(error instanceof OverconstrainedError)) throw error
      const any = await requestStream(kinds, {})
      const found = await findByName(chosen)
      // An unplugged device stays chosen for later.
      store.setState({ chosen: { ...chosen, ...found } })
      saveDevices({ ...chosen, ...found })
      if (!found.camera && !found.microphone) return any
      for (const track of any.getTracks()) track.stop()
      return requestStream(kinds, found)
    }
  }

  async function start(kinds: MediaKinds): Promise<void> {
    isStopped = false
    if (store.getState().isAsking) return
    if (!navigator.mediaDevices) return store.setState({ problem: insecurePageMessage })
    store.setState({ isAsking: true, problem: null })
    try {
      const stream = await ask(kinds)
      for (const track of stream.getTracks()) {
        put(track.kind === 'audio' ? 'microphone' : 'camera', track)
      }
    } catch (error) {
      // Without a camera, or with one in use, a person can still be heard.
      if (kinds.audio && kinds.video) await soundAlone()
      store.setState({ problem: formatDeviceError(error) })
    } finally {
      store.setState({ isAsking: false })
    }
  }

  const startMicrophone = () => start({ audio: true, video: false })

  async function soundAlone(): Promise<void> {
    try {
      put('microphone', (await ask({ audio: true, video: false })).getAudioTracks()[0] ?? null)
    } catch {
      // The first error says why.
    }
  }

  return {
    store,
    /** Starts camera and microphone. */
    share: () => start({ audio: true, video: true }),

    /** The tracks to send; a shared screen replaces the camera. */
    tracks(): Tracks {
      const { microphone, screen, camera } = store.getState()
      return { audio: microphone, video: screen ?? camera }
    },

    toggleMute(): void {
      const { isMuted, microphone } = store.getState()
      if (microphone) microphone.enabled = isMuted
      store.setState({ isMuted: !isMuted })
    },

    /** Starts only the microphone, unmuted, for example after another one was unplugged. */
    async startMicrophone(): Promise<void> {
      store.setState({ isMuted: false })
      await startMicrophone()
    },

    /** Releases a camera that is off, so that its light goes out. */
    async toggleCamera(): Promise<void> {
      if (store.getState().camera) put('camera', null)
      else await start({ audio: false, video: true })
    },

    async toggleScreen(): Promise<void> {
      if (store.getState().screen) return put('screen', null)
      try {
        const stream = await navigator.mediaDevices.getDisplayMedia({ video: true })
        put('screen', stream.getVideoTracks()[0] ?? null)
      } catch {
        // The user dismissed the browser's prompt.
      }
    },

    /** Switches to another device and remembers it. */
    async choose(kind: keyof Devices, device: Device): Promise<void> {
      const chosen = { ...store.getState().chosen, [kind]: device }
      store.setState({ chosen })
      saveDevices(chosen)
      const { camera, microphone } = store.getState()
      if (kind === 'camera' && camera) await start({ audio: false, video: true })
      if (kind === 'microphone' && (microphone ?? camera)) await startMicrophone()
    },

    /** Stops everything, also what is still starting. */
    stop(): void {
      for (const place of ['camera', 'microphone', 'screen'] as const) put(place, null)
      isStopped = true
    },
  }
}
