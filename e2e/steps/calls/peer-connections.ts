import type { Page } from '@playwright/test'

declare global {
  interface Window {
    peerConnections: RTCPeerConnection[]
  }
}

/**
 * Keeps a page's connections within a test's reach. With `relayOnly` they may use no way but a
 * TURN server, as in a network that lets nothing else through. Call it before the page is opened.
 */
export async function holdPeerConnections(page: Page, { relayOnly = false } = {}): Promise<void> {
  await page.addInitScript((relay) => {
    window.peerConnections = []
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(relay ? { ...configuration, iceTransportPolicy: 'relay' } : configuration)
        window.peerConnections.push(this)
      }
    }
  }, relayOnly)
}

/** The kinds of the way that the latest connection uses, this side's and the other's. */
export function kindsOfWay(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const report = await window.peerConnections.at(-1)?.getStats()
    const entries = [...(report?.values() ?? [])]
    const pair = entries.find(({ type, nominated, state }) => {
      return type === 'candidate-pair' && nominated && state === 'succeeded'
    })
    const kindOf = (id: string | undefined) =>
      String(entries.find((entry) => entry.id === id)?.candidateType)
    return [kindOf(pair?.localCandidateId), kindOf(pair?.remoteCandidateId)]
  })
}

/** How many connections the page has made, and the name under which the latest looks for ways. */
export function getConnectionKind(page: Page): Promise<{ made: number; name: string | undefined }> {
  return page.evaluate(() => {
    const sdp = window.peerConnections.at(-1)?.localDescription?.sdp
    return {
      made: window.peerConnections.length,
      name: sdp?.match(/a=ice-ufrag:(\S+)/)?.[1],
    }
  })
}

/** Frames of the other side's picture that the browser has decoded, by its own statistics. */
export async function framesDecoded(page: Page): Promise<number> {
  return Number((await readInbound(page, 'video'))?.framesDecoded ?? 0)
}

/** The energy of the other side's sound so far, by the same. */
export async function soundHeard(page: Page): Promise<number> {
  return Number((await readInbound(page, 'audio'))?.totalAudioEnergy ?? 0)
}

function readInbound(
  page: Page,
  kind: 'audio' | 'video',
): Promise<{ framesDecoded?: number; totalAudioEnergy?: number } | undefined> {
  return page.evaluate(async (wanted) => {
    const report = await window.peerConnections.at(-1)?.getStats()
    return [...(report?.values() ?? [])].find(
      ({ type, kind }) => type === 'inbound-rtp' && kind === wanted,
    )
  }, kind)
}
