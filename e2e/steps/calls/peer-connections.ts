import type { Page } from '@playwright/test'

declare global {
  interface Window {
    peerConnections: RTCPeerConnection[]
  }
}

/**
 * Gives the test access to a page's peer connections. With `relayOnly` they can only use a TURN
 * server, as in a restrictive network. Call it before opening the page.
 */
export async function exposePeerConnections(page: Page, { relayOnly = false } = {}): Promise<void> {
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

/** The candidate types that the latest connection uses, local and remote. */
export function getCandidateTypes(page: Page): Promise<string[]> {
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

/** The number of connections made, and the ICE user name of the latest. */
export function getConnectionInfo(page: Page): Promise<{ made: number; name: string | undefined }> {
  return page.evaluate(() => {
    const sdp = window.peerConnections.at(-1)?.localDescription?.sdp
    return {
      made: window.peerConnections.length,
      name: sdp?.match(/a=ice-ufrag:(\S+)/)?.[1],
    }
  })
}

/** Decoded video frames of the other side, from the browser's statistics. */
export async function countDecodedFrames(page: Page): Promise<number> {
  return Number((await readInbound(page, 'video'))?.framesDecoded ?? 0)
}

/** The audio energy of the other side so far, from the same. */
export async function getAudioEnergy(page: Page): Promise<number> {
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
