import type { SendLevel } from './adaptive-bitrate.ts'

export type SessionDescription = { type: RTCSdpType; sdp: string }
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }

export type IceCandidate = RTCIceCandidateInit & { candidate: string }

type PeerHandlers = {
  candidate: (candidate: IceCandidate | null) => void
  state: (state: RTCPeerConnectionState) => void
  track: (track: MediaStreamTrack) => void
  /** The data channel opened or closed. */
  line: (isOpen: boolean) => void
  text: (text: string) => void
}

/** The bitrate of video, in bits per second, when audio has priority. */
const reducedVideoBits = 120_000

/** Whether this browser supports calls; some are built without WebRTC. */
export function supportsCalls(): boolean {
  return 'RTCPeerConnection' in window
}

export type Peer = ReturnType<typeof openPeer>

/**
 * A peer connection with audio, video and a data channel. Its transceivers are in the first offer,
 * so that sharing, muting and changing device or screen need no renegotiation; later offers only
 * restart ICE. For an offer without media sections it accepts whatever an older client offers
 * later.
 */
export function openPeer(
  iceServers: RTCIceServer[],
  handlers: PeerHandlers,
  { isForEmptyOffer = false } = {},
) {
  // An offer without media sections has no bundle group, which 'max-bundle' rejects.
  const bundlePolicy = isForEmptyOffer ? 'balanced' : 'max-bundle'
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy })
  const line = connection.createDataChannel('texts', { negotiated: true, id: 0 })
  const early: (RTCIceCandidateInit | null)[] = []
  let isOffering = false
  let tracks: Tracks = { audio: null, video: null }
  let isOlder = true
  /** Older clients show the stream that the tracks are assigned to. */
  const ours = new MediaStream()

  connection.onicecandidate = ({ candidate }) =>
    handlers.candidate(candidate && { ...candidate.toJSON(), candidate: candidate.candidate })
  connection.onconnectionstatechange = () => handlers.state(connection.connectionState)
  connection.ontrack = ({ track }) => handlers.track(track)
  line.onopen = () => handlers.line(true)
  line.onclose = () => handlers.line(false)
  line.onmessage = ({ data }) => handlers.text(String(data))

  /** The local description, once it is set. */
  function local(): SessionDescription {
    const { localDescription } = connection
    if (!localDescription) throw new Error('There is no local description yet')
    return { type: localDescription.type, sdp: localDescription.sdp }
  }

  async function putTracks(): Promise<void> {
    for (const { sender, receiver } of connection.getTransceivers()) {
      await sender.replaceTrack(receiver.track.kind === 'audio' ? tracks.audio : tracks.video)
    }
  }

  async function addEarlyCandidates(): Promise<void> {
    for (const candidate of early.splice(0)) await addCandidate(candidate)
  }

  async function addCandidate(candidate: RTCIceCandidateInit | null): Promise<void> {
    try {
      await connection.addIceCandidate(candidate ?? undefined)
    } catch {
      // It belongs to an abandoned offer; the current one has its own.
    }
  }

  return {
    /** Whether an offer of this side awaits its answer. */
    isOffering: () => isOffering || connection.signalingState === 'have-local-offer',

    /** Whether the other side sent no candidate, not even the end of candidates. */
    isOlder: () => isOlder,

    /** Creates the first offer or a later one; `iceRestart` looks for a new network path. */
    async offer({ iceRestart = false } = {}): Promise<SessionDescription> {
      isOffering = true
      try {
        if (connection.getTransceivers().length === 0) {
          // Audio has priority when bandwidth is low.
          const urgent: RTCRtpEncodingParameters = { priority: 'high', networkPriority: 'high' }
          const streams = [ours]
          connection.addTransceiver('audio', { streams, sendEncodings: [urgent] })
          connection.addTransceiver('video', { streams, sendEncodings: [{ priority: 'low' }] })
          await putTracks()
        }
        await connection.setLocalDescription(await connection.createOffer({ iceRestart }))
        return local()
      } finally {
        isOffering = false
      }
    },

    /** Accepts an offer, rolling back an own one, and returns the answer. */
    async answer(offer: SessionDescription): Promise<SessionDescription> {
      await connection.setRemoteDescription(offer)
      for (const transceiver of connection.getTransceivers()) {
        transceiver.direction = 'sendrecv'
        transceiver.sender.setStreams(ours)
      }
      await putTracks()
      await connection.setLocalDescription()
      await addEarlyCandidates()
      return local()
    },

    /** Accepts an answer; ignores the answer to an abandoned offer. */
    async answered(answer: SessionDescription): Promise<void> {
      if (connection.signalingState !== 'have-local-offer') return
      await connection.setRemoteDescription(answer)
      await addEarlyCandidates()
    },

    async candidate(candidate: RTCIceCandidateInit | null): Promise<void> {
      isOlder = false
      if (connection.remoteDescription) await addCandidate(candidate)
      else early.push(candidate)
    },

    /** Replaces the tracks that are sent; null sends nothing. */
    async send(next: Tracks): Promise<void> {
      tracks = next
      await putTracks()
    },

    /** Changes the video quality without renegotiation. */
    async limit(sending: SendLevel): Promise<void> {
      const places = connection.getTransceivers()
      const sender = places.find(({ receiver }) => receiver.track.kind === 'video')?.sender
      const parameters = sender?.getParameters()
      for (const encoding of parameters?.encodings ?? []) {
        encoding.active = sending !== 'sound alone'
        if (sending === 'less picture') encoding.maxBitrate = reducedVideoBits
        else delete encoding.maxBitrate
      }
      if (parameters) await sender?.setParameters(parameters)
    },

    /** Sends a text; returns whether the data channel was open. */
    write(text: string): boolean {
      if (line.readyState !== 'open') return false
      line.send(text)
      return true
    },

    stats: () => connection.getStats(),

    /** Closes without notifying the other side. */
    close(): void {
      connection.onconnectionstatechange = null
      connection.onicecandidate = null
      connection.ontrack = null
      line.onopen = null
      line.onclose = null
      line.onmessage = null
      connection.close()
    },
  }
}
