import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '#test/programs/needed-programs.ts'
import { type School, toSchool } from '../e2e/kit/school.ts'
import { startServer } from '../e2e/kit/server.ts'
import { callButton, expectVideo, meet } from '../e2e/steps/meet-and-call.ts'

/**
 * The time from pressing 'call' to the first frame of the other side, compared with a bare page
 * that connects two RTCPeerConnections to each other. Alternating rounds with devices already open;
 * medians and their ratio.
 */
const rounds = 12

const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
const school = toSchool(await startServer(folder))
const browser = await chromium.launch({
  ...executable(),
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  ],
})
const bare: number[] = []
const call: number[] = []
for (let round = 0; round < rounds; round++) {
  bare.push(await inBarePage(browser, school))
  call.push(await inCall(browser, school))
}
await browser.close()
await school.stop()
rmSync(folder, { recursive: true })

const ratio = median(call) / median(bare)
process.stdout.write(
  [
    `bare page: ${describe(bare)}`,
    `call: ${describe(call)}`,
    `ratio ${ratio.toFixed(2)} (${rounds} rounds in turns)`,
    '',
  ].join('\n'),
)

function executable() {
  const executablePath = findChromium()
  return executablePath ? { executablePath } : {}
}

/** Connects two RTCPeerConnections within one page. Returns ms. */
async function inBarePage(browser: Browser, { url }: School): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/icon.svg`)
  const took = await page.evaluate(async () => {
    const constraints = { audio: true, video: { width: { ideal: 1280 }, height: { ideal: 720 } } }
    const stream = await navigator.mediaDevices.getUserMedia(constraints)
    const video = document.createElementNS('http://www.w3.org/1999/xhtml', 'video')
    if (!(video instanceof HTMLVideoElement)) throw new Error('There is no video element')
    video.muted = true
    const start = performance.now()
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
    one.onicecandidate = ({ candidate }) => void other.addIceCandidate(candidate ?? undefined)
    other.onicecandidate = ({ candidate }) => void one.addIceCandidate(candidate ?? undefined)
    const shown = new Promise<number>((resolve) => {
      one.ontrack = ({ streams, track }) => {
        if (track.kind !== 'video') return
        video.srcObject = streams[0] ?? null
        video.requestVideoFrameCallback(() => resolve(performance.now()))
        void video.play()
      }
    })
    for (const track of stream.getTracks()) {
      one.addTrack(track, stream)
      other.addTrack(track, stream)
    }
    await one.setLocalDescription()
    if (one.localDescription) await other.setRemoteDescription(one.localDescription)
    await other.setLocalDescription()
    if (other.localDescription) await one.setRemoteDescription(other.localDescription)
    return (await shown) - start
  })
  await context.close()
  return took
}

/** A call between two pages through the real server. Returns ms on the caller's clock. */
async function inCall(browser: Browser, school: School): Promise<number> {
  const [one, other] = [await browser.newContext(), await browser.newContext()]
  const { student, reviewer } = await meet(school, await one.newPage(), () => other.newPage())
  for (const page of [student, reviewer]) {
    await page.getByRole('button', { name: 'Share Your Vedio' }).click()
    await page.getByLabel('Your own video').waitFor()
  }
  const took = await callButton(reviewer).evaluate(pressAndWait)
  await expectVideo(student)
  await end(reviewer)
  await one.close()
  await other.close()
  return took
}

/** Runs in the page: clicks and waits until a frame of the other side is painted. */
function pressAndWait(button: Element): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    const look = () => {
      const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Video of"]')
      if (video) video.requestVideoFrameCallback(() => resolve(performance.now() - start))
      else requestAnimationFrame(look)
    }
    if (button instanceof HTMLElement) button.click()
    look()
  })
}

async function end(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End call' }).click()
  await page.getByRole('link', { name: 'Update Review Details' }).waitFor()
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function describe(values: number[]): string {
  const [least = 0] = values.toSorted((a, b) => a - b)
  const most = Math.max(...values)
  return `median ${median(values).toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`
}
