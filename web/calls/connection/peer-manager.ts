import type { StoreApi } from 'zustand/vanilla'
import { type CallState, disconnectedState } from '../call-state.ts'
import type { Media } from '../devices/media.ts'
import { makeBitrateController, readUplinkStats } from './adaptive-bitrate.ts'
import { type DataChannelMessage, parseMessage, serializeMessage } from './data-channel-messages.ts'
import { isEmptyOffer, renegotiateUntilConnected } from './older-client.ts'
import { type IceCandidate, openPeer, type Peer, type SessionDescription } from './peer.ts'
import { recoverConnection } from './recovery.ts'

/** How often the uplink is checked. */
const bitrateCheckMs = 2_000

type Parts = {
  store: StoreApi<CallState>
  media: Media
  candidate: (to: string, candidate: IceCandidate | null) => void
  connected: () => void
  restart: () => void
  beginAnew: () => void
  describe: () => void
}

/** Manages the peer connection of a call, one at a time, and reflects its events in the state. */
export function openPeerLink(parts: Parts) {
  const { store, media, candidate, connected, restart, beginAnew, describe } = parts
  let peer: Peer | undefined
  let watch: ReturnType<typeof recoverConnection> | undefined
  let looks: ReturnType<typeof setInterval> | undefined
  const describing = renegotiateUntilConnected({
    isNeeded: () => peer?.isOlder() === true && store.getState().link !== 'connected',
    describe,
  })

  function close(): void {
    watch?.stop()
    describing.stop()
    clearInterval(looks)
    if (!peer) return
    peer.close()
    peer = undefined
    store.setState(disconnectedState)
  }

  /** Lowers the video quality for as long as the uplink is slow. */
  function putSoundFirst(made: Peer): void {
    const judge = makeBitrateController()
    looks = setInterval(async () => {
      const sending = judge(readUplinkStats((await made.stats()).entries()))
      if (made !== peer || sending === store.getState().sending) return
      store.setState({ sending })
      await made.limit(sending)
    }, bitrateCheckMs)
  }

  function hear(given: string): void {
    const text = parseMessage(given)
    if (text?.kind === 'shares') store.setState({ theyShare: text })
    if (text?.kind === 'chat') note(text.text, false)
  }

  function note(text: string, isMine: boolean): void {
    const { heard } = store.getState()
    store.setState({ heard: [...heard, { text, isMine }] })
  }

  function sendShares(): void {
    const { microphone, camera, screen, isMuted } = media.store.getState()
    const shares: DataChannelMessage = {
      kind: 'shares',
      microphone: microphone !== null && !isMuted,
      camera: camera !== null,
      screen: screen !== null,
    }
    peer?.write(serializeMessage(shares))
  }

  return {
    peer: () => peer,
    close,
    note,
    /** Tells the other page what is shared; a missing picture does not show why. */
    sendShares,

    /** Called after an exchange of descriptions. */
    described: describing.again,

    /** Replaces the current connection, to offer the call or to answer `offer`. */
    async open(to: string, iceServers: RTCIceServer[], offer?: SessionDescription): Promise<Peer> {
      close()
      const theirs = new MediaStream()
      const handlers = {
        candidate: (found: IceCandidate | null) => candidate(to, found),
        state(link: RTCPeerConnectionState) {
          // Nothing is visible before, and rendering would delay connecting.
          store.setState(link === 'connected' ? { link, theirs } : { link })
          if (link === 'connected') connected()
          watch?.see(link)
          // An older client leaves without a message, and has no data channel that closes.
          const isGone = link === 'disconnected' && store.getState().other === null
          if (isGone && peer?.isOlder()) close()
        },
        track: (track: MediaStreamTrack) => theirs.addTrack(track),
        line(canWrite: boolean) {
          store.setState({ canWrite })
          if (canWrite) sendShares()
          // They closed the connection and are not in the room, so they left.
          else if (store.getState().other === null) close()
        },
        text: hear,
      }
      const made = openPeer(iceServers, handlers, { isForEmptyOffer: offer && isEmptyOffer(offer) })
      watch = recoverConnection({ restart, beginAnew })
      peer = made
      putSoundFirst(made)
      await made.send(media.tracks())
      return made
    },
  }
}
