import { vi } from 'vitest'
import { getHome } from '#contract/reviews/reviews.ts'
import { startListeningSchool } from '../school.ts'
import { provideWebRtc } from './web-rtc.ts'

/** Opens the call of the demo student's review, on a page with a socket and WebRTC. */
export async function openCall() {
  const school = await startListeningSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  const { _id: room, student, reviewer } = home
  // The page is loaded anew: an earlier one's socket belongs to another school.
  vi.resetModules()
  const { openScreen } = await import('../open-screen.tsx')
  const rtc = provideWebRtc()
  await openScreen(school, { as: 'student', at: `/call/${room}` })
  return { school, room, student, reviewer, rtc }
}
