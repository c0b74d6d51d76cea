import type { SendLevel } from './adaptive-bitrate.ts'

export type SessionDescription = { type: RTCSdpType; sdp: string }
export type Tracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }

export type IceCandidate = RTCIceCandidateInit & { candidate: string }

type PeerHandlers = {
  candidate: (candidate: IceCandidate | null) => void
  state: (state: RTCPeerConnectionState) => void
  track: (track: MediaStreamTrack) => void
  /** The line for text between the two pages opened, or closed. */
  line: (isOpen: boolean) => void
  text: (text: string) => void
}

/** Bits a second of a picture that gives way to the sound. */
const reducedVideoBits = 120_000

/** Whether this browser can hold a call at all: some are built without. */
export function supportsCalls(): boolean {
  return 'RTCPeerConnection' in window
}

export type Peer = ReturnType<typeof openPeer>

/**
 * One connection to the other side: sound, a picture, and a line for text. The places for sound
 * and picture are there from the first offer on, so that sharing, muting and changing a device or
 * the screen need no new negotiation; a later offer only finds a new way through the network. A
 * connection for an offer without any place takes all that an older client offers after it.
 */
export function openPeer(
  iceServers: RTCIceServer[],
  handlers: PeerHandlers,
  { isForEmptyOffer = false } = {},
) {
  // An offer without any place names no bundle, which 'max-bundle' does not take.
  const bundlePolicy = isForEmptyOffer ? 'balanced' : 'max-bundle'
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy })
  const line = connection.createDataChannel('texts', { negotiated: true, id: 0 })
  const early: (RTCIceCandidateInit | null)[] = []
  let isOffering = false
  let tracks: Tracks = { audio: null, video: null }
  let isOlder = true
  /** Older clients show what comes as the stream that it names. */
  const ours = new MediaStream()

  connection.onicecandidate = ({ candidate }) =>
    handlers.candidate(candidate && { ...candidate.toJSON(), candidate: candidate.candidate })
  connection.onconnectionstatechange = () => handlers.state(connection.connectionState)
  connection.ontrack = ({ track }) => handlers.track(track)
  line.onopen = () => handlers.line(true)
  line.onclose = () => handlers.line(false)
  line.onmessage = ({ data }) => handlers.text(String(data))

  /** The description on this side, once it is set. */
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
      // One of an offer that was given up: the present one has its own.
    }
  }

  return {
    /** Whether an offer of this side waits for its answer. */
    isOffering: () => isOffering || connection.signalingState === 'have-local-offer',

    /** Whether the other side has told of no candidate, not even that there are no more. */
    isOlder: () => isOlder,

    /** The first offer, or a later one; with `iceRestart` one that begins to look for ways anew. */
    async offer({ iceRestart = false } = {}): Promise<SessionDescription> {
      isOffering = true
      try {
        if (connection.getTransceivers().length === 0) {
          // Sound goes first when there is little room on the way.
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

    /** Takes an offer of the other side, giving up an own one, and returns the answer. */
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

    /** Takes the other side's answer; one to an offer that was given up is left alone. */
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

    /** What is sent from now on; null sends nothing in its place. */
    async send(next: Tracks): Promise<void> {
      tracks = next
      await putTracks()
    },

    /** Sends less of the picture, or all again, without a new negotiation. */
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

    /** Sends a text and says whether the line was open. */
    write(text: string): boolean {
      if (line.readyState !== 'open') return false
      line.send(text)
      return true
    },

    stats: () => connection.getStats(),

    /** Closes without a further word. */
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
