import { vi } from 'vitest'
import { serializeMessage } from '#web/calls/connection/data-channel-messages.ts'

/** A data channel; the test is at its other end. */
class Channel extends EventTarget {
  readyState = 'connecting'
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  send() {}
}

/** Stands in for WebRTC, which this DOM lacks: as much of a connection as a page uses. */
class Connection {
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: RTCSessionDescriptionInit | null = null
  onconnectionstatechange: (() => void) | null = null
  readonly channel = new Channel()

  createDataChannel = () => this.channel
  getTransceivers = () => []
  addTransceiver() {}
  createOffer = async () => ({ type: 'offer', sdp: '' }) as const
  async setLocalDescription(description: RTCSessionDescriptionInit) {
    this.localDescription = description
  }
  getStats = async () => new Map()
  close() {}
}

/** Lets the page open connections to the test. */
export function provideWebRtc() {
  const opened: Connection[] = []
  vi.stubGlobal(
    'RTCPeerConnection',
    class extends Connection {
      constructor() {
        super()
        opened.push(this)
      }
    },
  )
  return {
    /** Establishes the page's next connection; returns how to send a line of the chat over it. */
    async connect(): Promise<(text: string) => void> {
      const connection = await vi.waitUntil(() => opened.shift(), { timeout: 10_000 })
      connection.connectionState = 'connected'
      connection.onconnectionstatechange?.()
      connection.channel.readyState = 'open'
      connection.channel.onopen()
      return (text) =>
        connection.channel.onmessage({ data: serializeMessage({ kind: 'chat', text }) })
    },
  }
}
