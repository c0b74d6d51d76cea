import { createStore } from 'zustand/vanilla'
import { sent } from '#contract/calls.ts'
import { askIceServers, type Caller } from './api.ts'
import { hearSignals } from './hear.ts'
import type { Media } from './media.ts'
import { type Description, openPeer, type Peer } from './peer.ts'
import { watchOver } from './recovery.ts'
import { notInCall, rememberCall, rememberedCall } from './remembered.ts'
import { notConnected, send } from './socket.ts'
import { type PageText, readText, writeText } from './texts.ts'

export type CallState = {
  /** Whether this page is in the room, why not, or that the call is over. */
  place: 'outside' | 'in the room' | 'ended' | 'elsewhere' | 'refused'
  refusal: string
  /** The other side's socket while they are in the room. */
  other: string | null
  /** Whether this side wants the call to be: it is then begun anew after every break. */
  isCalling: boolean
  /** When the call began, in ms since 1970. */
  since: number | null
  link: RTCPeerConnectionState
  theirs: MediaStream | null
  theyShare: { microphone: boolean; camera: boolean; screen: boolean } | null
  /** Whether texts go from page to page. */
  canWrite: boolean
  heard: { text: string; isMine: boolean; at: number }[]
}

const apart = { link: 'new', theirs: null, theyShare: null, canWrite: false } as const

export type Call = ReturnType<typeof openCall>

type Where = { role: Caller; room: string; email: string | undefined; media: Media }

/** The call of a review as one side holds it (specification, section 4; contract, section 6). */
export function openCall({ role, room, email, media }: Where) {
  const store = createStore<CallState>()(() => ({
    place: 'outside',
    refusal: '',
    other: null,
    isCalling: rememberedCall(room).calling,
    since: rememberedCall(room).since,
    heard: [],
    ...apart,
  }))
  const get = store.getState
  let iceServers: Promise<RTCIceServer[]> = Promise.resolve([])
  let peer: Peer | undefined
  let watch: ReturnType<typeof watchOver> | undefined

  function want(isCalling: boolean): void {
    store.setState(isCalling ? { isCalling } : { isCalling, since: null })
    remember()
  }

  function remember(): void {
    const { microphone, camera } = media.store.getState()
    const { isCalling, since } = get()
    rememberCall(room, { calling: isCalling, sharing: (microphone ?? camera) !== null, since })
  }

  function close(): void {
    watch?.stop()
    peer?.close()
    peer = undefined
    store.setState(apart)
  }

  /** A connection in place of the one before. */
  async function open(to: string): Promise<Peer> {
    const servers = await iceServers
    close()
    const theirs = new MediaStream()
    const made = openPeer(servers, {
      candidate: (candidate) => void send(role, sent.candidate, { to, candidate }),
      state(link) {
        store.setState({ link })
        if (link === 'connected' && get().since === null) {
          store.setState({ since: Date.now() })
          remember()
        }
        watch?.see(link)
      },
      track(track) {
        theirs.addTrack(track)
        store.setState({ theirs })
      },
      line(canWrite) {
        store.setState({ canWrite })
        if (canWrite) tellShares()
        // They closed the connection and are not in the room: they went away.
        else if (get().other === null) close()
      },
      text: hear,
    })
    watch = watchOver({ restart: () => signals.inTurn(findNewWay), beginAnew: () => void join() })
    peer = made
    await made.send(media.tracks())
    return made
  }

  function hear(given: string): void {
    const text = readText(given)
    if (text?.kind === 'shares') store.setState({ theyShare: text })
    if (text?.kind === 'chat') note(text.text, false)
  }

  function note(text: string, isMine: boolean): void {
    store.setState({ heard: [...get().heard, { text, isMine, at: Date.now() }] })
  }

  function tellShares(): void {
    const { microphone, camera, screen, isMuted } = media.store.getState()
    const shares: PageText = {
      kind: 'shares',
      microphone: microphone !== null && !isMuted,
      camera: camera !== null,
      screen: screen !== null,
    }
    peer?.write(writeText(shares))
  }

  /** Offers the call; when they are not there it waits until they come. */
  async function ring(): Promise<void> {
    const to = get().other
    if (to === null) return
    const offer = await (await open(to)).offer()
    const answer = await send(role, sent.call, { to, offer })
    if (!answer.ok) close()
  }

  async function findNewWay(): Promise<void> {
    const to = get().other
    // One side asks, so that the two do not ask at once each time.
    if (to === null || !peer || role === 'student') return
    const offer = await peer.offer({ iceRestart: true })
    await send(role, sent.negotiate, { to, offer })
  }

  async function join(): Promise<void> {
    if (get().place === 'ended' || get().place === 'elsewhere') return
    iceServers = askIceServers(role).catch(() => [])
    const answer = await send(role, sent.join, { email, room })
    if (answer.ok) store.setState({ place: 'in the room' })
    else if (answer.message !== notConnected) {
      store.setState({ place: 'refused', refusal: answer.message })
    }
  }

  function finish(): void {
    want(false)
    close()
    media.stop()
    store.setState({ place: 'ended', other: null })
    void send(role, sent.leave, { room })
  }

  const signals = hearSignals(role, {
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
      // Pictures still come when only their line to the server was cut.
      if (get().link !== 'connected' || !get().canWrite) close()
    },
    /** When both call at once, the reviewer's offer stands and the student's is given up. */
    async called(from: string, offer: Description) {
      if (role === 'reviewer' && peer?.isOffering()) return
      want(true)
      const ans = await (await open(from)).answer(offer)
      await send(role, sent.accept, { to: from, ans })
    },
    async negotiate(from: string, offer: Description) {
      if (!peer || (role === 'reviewer' && peer.isOffering())) return
      await send(role, sent.negotiated, { to: from, ans: await peer.answer(offer) })
    },
    answered: async (answer) => peer?.answered(answer),
    candidate: async (candidate) => peer?.candidate(candidate),
    ended: finish,
    replaced() {
      close()
      media.stop()
      store.setState({ place: 'elsewhere', other: null })
    },
  })
  const stopFollowing = media.store.subscribe(() => {
    void peer?.send(media.tracks())
    remember()
    tellShares()
  })

  return {
    store,
    join,
    stats: async () => peer?.stats(),

    async call(): Promise<void> {
      want(true)
      if (media.tracks().audio === null) await media.share()
      signals.inTurn(() => !peer && ring())
    },

    async end(): Promise<void> {
      const to = get().other
      if (to !== null) await send(role, sent.end, { to })
      finish()
    },

    /** Comes in again after the end, or takes the call over from another page. */
    async returnHere(): Promise<void> {
      store.setState({ place: 'outside' })
      await join()
    },

    /** Writes to the other page and hands the line in, to be kept; says what was refused. */
    async say(text: string): Promise<string | undefined> {
      const answer = await send(role, sent.chat, { room, text })
      if (!answer.ok) return answer.message
      peer?.write(writeText({ kind: 'chat', text }))
      note(text, true)
      return undefined
    },

    close(): void {
      stopFollowing()
      signals.stop()
      close()
      rememberCall(room, notInCall)
      void send(role, sent.leave, { room })
    },
  }
}
