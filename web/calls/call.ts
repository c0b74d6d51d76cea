import { createStore } from 'zustand/vanilla'
import { callClientEvents } from '#contract/calls/calls.ts'
import { type CallRole, leaveRoom } from './api.ts'
import { type CallState, disconnectedState } from './call-state.ts'
import { loadStoredCall, noStoredCall, saveStoredCall } from './call-storage.ts'
import { serializeMessage } from './connection/data-channel-messages.ts'
import { fetchIceServers } from './connection/ice-servers.ts'
import { type SessionDescription, supportsCalls } from './connection/peer.ts'
import { openPeerLink } from './connection/peer-manager.ts'
import type { Media } from './devices/media.ts'
import { makeSignalQueue } from './signal-queue.ts'
import { notConnectedMessage, send } from './socket.ts'

export type Call = ReturnType<typeof openCall>

type Where = { role: CallRole; room: string; email: string | undefined; media: Media }

/** One side's call of a review (specification, section 4; contract, section 6). */
export function openCall({ role, room, email, media }: Where) {
  const store = createStore<CallState>()(() => ({
    place: 'outside',
    refusal: '',
    other: null,
    isCalling: loadStoredCall(room).calling,
    since: loadStoredCall(room).since,
    heard: [],
    ...disconnectedState,
  }))
  const get = store.getState
  let iceServers: Promise<RTCIceServer[]> = Promise.resolve([])

  function want(isCalling: boolean): void {
    store.setState(isCalling ? { isCalling } : { isCalling, since: null })
    remember()
  }

  function remember(): void {
    const { microphone, camera } = media.store.getState()
    const { isCalling, since } = get()
    saveStoredCall(room, { calling: isCalling, sharing: (microphone ?? camera) !== null, since })
  }

  const { open, close, sendShares, note, ...link } = openPeerLink({
    store,
    media,
    candidate: (to, candidate) => void send(role, callClientEvents.candidate, { to, candidate }),
    connected() {
      if (get().since !== null) return
      store.setState({ since: Date.now() })
      remember()
    },
    restart: () => signals.inTurn(() => findNewWay({ iceRestart: true })),
    beginAnew: () => void join(),
    describe: () => signals.inTurn(() => findNewWay({ iceRestart: false })),
  })

  const openTo = async (to: string, offer?: SessionDescription) => open(to, await iceServers, offer)

  /** Offers the call; if the other person is absent, waits until they join. */
  async function ring(): Promise<void> {
    const to = get().other
    if (to === null) return
    const offer = await (await openTo(to)).offer()
    const answer = await send(role, callClientEvents.call, { to, offer })
    if (!answer.ok) close()
  }

  async function findNewWay({ iceRestart }: { iceRestart: boolean }): Promise<void> {
    const to = get().other
    const peer = link.peer()
    if (to === null || !peer) return
    // Only the student initiates, to avoid offers from both sides; older clients never do.
    if (role === 'student' && !peer.isOlder()) return
    const offer = await peer.offer({ iceRestart })
    await send(role, callClientEvents.negotiate, { to, offer })
  }

  async function join(): Promise<void> {
    if (get().place === 'ended' || get().place === 'elsewhere') return
    iceServers = fetchIceServers(role).catch(() => [])
    const answer = await send(role, callClientEvents.join, { email, room, tellPresent: true })
    if (answer.ok) store.setState({ place: 'in the room' })
    else if (answer.message !== notConnectedMessage) {
      hangUp()
      store.setState({ place: 'refused', refusal: answer.message, other: null })
    }
  }

  function hangUp(): void {
    want(false)
    close()
    media.stop()
  }

  function finish(): void {
    hangUp()
    store.setState({ place: 'ended', other: null })
    void leaveRoom(role, room)
  }

  const signals = makeSignalQueue(role, {
    room,
    isOther: (id) => get().other === id,
    async joined(id) {
      store.setState({ other: id })
      close()
      if (get().isCalling) await ring()
    },
    left(id) {
      if (get().other !== id) return
      store.setState({ other: null })
      // Media still flow if only the other side's connection to the server was lost. If their page
      // closed the data channel before, they left; an older client has none.
      const hasClosed = !get().canWrite && link.peer()?.isOlder() === false
      if (hasClosed || get().link !== 'connected') close()
    },
    /** If both sides call at once, the reviewer's offer wins. */
    async called(from: string, offer: SessionDescription) {
      if (!supportsCalls() || (role === 'reviewer' && link.peer()?.isOffering())) return
      const ans = await (await openTo(from, offer)).answer(offer)
      // Their ICE candidates do not wait for the server's acknowledgement.
      void send(role, callClientEvents.accept, { to: from, ans })
      want(true)
      link.described()
    },
    async negotiate(from: string, offer: SessionDescription) {
      const peer = link.peer()
      if (!peer || (role === 'reviewer' && peer.isOffering())) return
      await send(role, callClientEvents.negotiated, { to: from, ans: await peer.answer(offer) })
      link.described()
    },
    async answered(answer) {
      await link.peer()?.answered(answer)
      link.described()
    },
    candidate: async (candidate) => link.peer()?.candidate(candidate),
    ended: finish,
    replaced() {
      close()
      media.stop()
      store.setState({ place: 'elsewhere', other: null })
    },
  })
  const stopFollowing = media.store.subscribe(() => {
    void link.peer()?.send(media.tracks())
    remember()
    sendShares()
  })

  return {
    store,
    join,
    stats: async () => link.peer()?.stats(),

    async call(): Promise<void> {
      if (media.tracks().audio === null) {
        want(true)
        await media.share()
      }
      signals.inTurn(() => !link.peer() && ring())
      // Does not wait for a render before sending the offer; the screen updates meanwhile.
      signals.inTurn(() => want(true))
    },

    async end(): Promise<void> {
      const to = get().other
      if (to !== null) await send(role, callClientEvents.end, { to })
      finish()
    },

    /** Rejoins after the end or a refusal, or takes the call over from another page. */
    async returnHere(): Promise<void> {
      store.setState({ place: 'outside' })
      await join()
    },

    /**
     * Sends a message to the other page and to the server, which stores it; returns the error if it
     * was refused.
     */
    async say(text: string): Promise<string | undefined> {
      const answer = await send(role, callClientEvents.chat, { room, text })
      if (!answer.ok) return answer.message
      link.peer()?.write(serializeMessage({ kind: 'chat', text }))
      note(text, true)
      return undefined
    },

    /** Closes the connection as the page goes; after a reload the call resumes. */
    disconnect: close,

    close(): void {
      stopFollowing()
      signals.stop()
      close()
      saveStoredCall(room, noStoredCall)
      void leaveRoom(role, room)
    },
  }
}
