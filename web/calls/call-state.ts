import type { SendLevel } from './connection/adaptive-bitrate.ts'

export type CallState = {
  /** Whether this page is in the room, why it is not, or that the call has ended. */
  place: 'outside' | 'in the room' | 'ended' | 'elsewhere' | 'refused'
  refusal: string
  /** The other person's socket id while they are in the room. */
  other: string | null
  /** Whether this side wants the call, which is then re-established after every interruption. */
  isCalling: boolean
  /** When the call began, in ms since 1970. */
  since: number | null
  link: RTCPeerConnectionState
  theirs: MediaStream | null
  theyShare: { microphone: boolean; camera: boolean; screen: boolean } | null
  sending: SendLevel
  /** Whether the data channel for messages is open. */
  canWrite: boolean
  heard: { text: string; isMine: boolean }[]
}

/** Whether this page has no call any more, or may not have one. */
export function isCallUnavailable(place: CallState['place']): boolean {
  return place === 'ended' || place === 'elsewhere' || place === 'refused'
}

/** The state while there is no peer connection. */
export const disconnectedState = {
  link: 'new',
  theirs: null,
  theyShare: null,
  sending: 'all',
  canWrite: false,
} as const
