import { createStore } from 'zustand/vanilla'
import type { Tracks } from '../connection/peer.ts'
import { formatDeviceError, insecurePageMessage } from './device-errors.ts'
import { type Device, type Devices, loadDevices, saveDevices } from './device-storage.ts'

export type MediaState = {
  camera: MediaStreamTrack | null
  microphone: MediaStreamTrack | null
  screen: MediaStreamTrack | null
  isMuted: boolean
  isAsking: boolean
  /** Why something is missing, in words for the screen. */
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

/** The chosen devices that are there, under their present ids. */
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

/** The devices of this side: what is shared, and with which camera and microphone. */
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
  let isClosed = false

  /** Puts a track in its place and stops the one before. */
  function put(place: 'camera' | 'microphone' | 'screen', track: MediaStreamTrack | null): void {
    if (isClosed) track?.stop()
    const before = store.getState()[place]
    if (before !== track) before?.stop()
    if (isClosed) return
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
      // A device that was chosen once is not there under its id: by its name, or any other.
      if (!(error instanceof OverconstrainedError)) throw error
      const any = await requestStream(kinds, {})
      const found = await findByName(chosen)
      // One that is unplugged today stays chosen for another day.
      store.setState({ chosen: { ...chosen, ...found } })
      saveDevices({ ...chosen, ...found })
      if (!found.camera && !found.microphone) return any
      for (const track of any.getTracks()) track.stop()
      return requestStream(kinds, found)
    }
  }

  async function start(kinds: MediaKinds): Promise<void> {
    if (store.getState().isAsking) return
    if (!navigator.mediaDevices) return store.setState({ problem: insecurePageMessage })
    store.setState({ isAsking: true, problem: null })
    try {
      const stream = await ask(kinds)
      for (const track of stream.getTracks()) {
        put(track.kind === 'audio' ? 'microphone' : 'camera', track)
      }
    } catch (error) {
      // Somebody without a camera, or with one that is in use, can still be heard.
      if (kinds.audio && kinds.video) await soundAlone()
      store.setState({ problem: formatDeviceError(error) })
    } finally {
      store.setState({ isAsking: false })
    }
  }

  async function soundAlone(): Promise<void> {
    try {
      put('microphone', (await ask({ audio: true, video: false })).getAudioTracks()[0] ?? null)
    } catch {
      // The first reason says it all.
    }
  }

  return {
    store,
    /** Starts camera and microphone. */
    share: () => start({ audio: true, video: true }),

    /** What is sent: the screen instead of the camera while it is shared. */
    tracks(): Tracks {
      const { microphone, screen, camera } = store.getState()
      return { audio: microphone, video: screen ?? camera }
    },

    toggleMute(): void {
      const { isMuted, microphone } = store.getState()
      if (microphone) microphone.enabled = isMuted
      store.setState({ isMuted: !isMuted })
    },

    /** A camera that is off is let go, so that its light goes out. */
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
        // Whoever closes the browser's own question has chosen not to share.
      }
    },

    /** Changes to another device, now and for the next time. */
    async choose(kind: keyof Devices, device: Device): Promise<void> {
      const chosen = { ...store.getState().chosen, [kind]: device }
      store.setState({ chosen })
      saveDevices(chosen)
      const { camera, microphone } = store.getState()
      if (kind === 'camera' && camera) await start({ audio: false, video: true })
      if (kind === 'microphone' && microphone) await start({ audio: true, video: false })
    },

    stop(): void {
      for (const place of ['camera', 'microphone', 'screen'] as const) put(place, null)
    },

    /** Stops, also what is still being asked for. */
    close(): void {
      this.stop()
      isClosed = true
    },
  }
}
