import type { SendLevel } from './connection/adaptive-bitrate.ts'

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
  sending: SendLevel
  /** Whether texts go from page to page. */
  canWrite: boolean
  heard: { text: string; isMine: boolean }[]
}

/** Whether there is no call on this page any more, or may not be one. */
export function isCallUnavailable(place: CallState['place']): boolean {
  return place === 'ended' || place === 'elsewhere' || place === 'refused'
}

/** What holds while there is no connection to the other side. */
export const disconnectedState = {
  link: 'new',
  theirs: null,
  theyShare: null,
  sending: 'all',
  canWrite: false,
} as const
