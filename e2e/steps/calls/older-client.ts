import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { io as openSocket } from 'socket.io-client'
import { expect, type School } from '../../kit/school.ts'
import { exposePeerConnections } from './peer-connections.ts'

declare const io: typeof openSocket

const socketClient = createRequire(import.meta.url).resolve('socket.io-client/dist/socket.io.js')
const address = '/older-client'

/** Opens the page of a client that was written for the original of this API, in a review's room. */
export async function enterAsOlderClient(
  school: School,
  page: Page,
  { as, room }: { as: 'student' | 'reviewer'; room: string },
): Promise<void> {
  await exposePeerConnections(page)
  await page.route(school.url + address, (route) =>
    route.fulfill({ contentType: 'text/html', body: screen }),
  )
  await page.route(`${school.url}${address}/socket.io.js`, (route) =>
    route.fulfill({ path: socketClient }),
  )
  await page.goto(school.url + address)
  await page.evaluate(runOlderClient, { token: await school.tokenOf(as), room })
  await expect(page.getByRole('status')).toHaveText('In the room')
}

const screen = `<!doctype html><title>Older client</title><link rel="icon" href="data:,">
  <p role="status"></p>
  <button id="call">Call</button><button id="share">Send Stream</button>
  <video id="theirs" aria-label="Video of the other side" autoplay playsinline></video>
  <script src="${address}/socket.io.js"></script>`

/**
 * Runs in the page, and does exactly what the original does: one plain connection, tracks added
 * after the answer, descriptions that contain all candidates, which are not sent otherwise, and
 * video from the named stream.
 */
function runOlderClient({ token, room }: { token: string; room: string }): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const say = (text: string) => find('[role=status]')?.replaceChildren(text)
  const socket = io({ auth: { token } })
  const peer = new RTCPeerConnection()
  let other: string | undefined
  let mine: MediaStream | undefined

  async function takeCamera(): Promise<void> {
    mine = await navigator.mediaDevices.getUserMedia({ audio: true, video: true })
  }
  function sendStreams(): void {
    for (const track of mine?.getTracks() ?? []) if (mine) peer.addTrack(track, mine)
  }
  async function offer(): Promise<RTCSessionDescriptionInit> {
    const made = await peer.createOffer()
    await peer.setLocalDescription(made)
    return made
  }
  async function answer(offered: RTCSessionDescriptionInit): Promise<RTCSessionDescriptionInit> {
    await peer.setRemoteDescription(offered)
    const made = await peer.createAnswer()
    await peer.setLocalDescription(made)
    return made
  }

  peer.addEventListener('negotiationneeded', async () => {
    socket.emit('peer:nego:needed', { offer: await offer(), to: other })
  })
  peer.addEventListener('track', ({ streams: [stream] }) => {
    const video = find('#theirs')
    if (video instanceof HTMLVideoElement) video.srcObject = stream ?? null
  })
  socket.on('room:join', () => say('In the room'))
  socket.on('user:joined', ({ id }) => {
    other = id
    say('Joined')
  })
  socket.on('incomming:call', async ({ from, offer: offered }) => {
    other = from
    await takeCamera()
    socket.emit('call:accepted', { to: from, ans: await answer(offered) })
    say('Called')
  })
  socket.on('call:accepted', async ({ ans }) => {
    await peer.setRemoteDescription(ans)
    sendStreams()
  })
  socket.on('peer:nego:needed', async ({ from, offer: offered }) => {
    socket.emit('peer:nego:done', { to: from, ans: await answer(offered) })
  })
  // An answer to an abandoned offer is ignored.
  socket.on('peer:nego:final', ({ ans }) => peer.setRemoteDescription(ans).catch(() => undefined))
  socket.on('call:ended', () => say('Ended'))
  find('#share')?.addEventListener('click', sendStreams)
  find('#call')?.addEventListener('click', async () => {
    await takeCamera()
    socket.emit('user:call', { to: other, offer: await offer() })
  })
  socket.emit('room:join', { email: 'somebody@school.test', room })
}
