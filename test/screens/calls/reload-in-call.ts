import { vi } from 'vitest'
import { getHome } from '#contract/reviews/reviews.ts'
import { startListeningSchool } from '../school.ts'

/** The demo student's call, whose page they reload while they share their camera. */
export async function reloadInCall() {
  const school = await startListeningSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  const room = home._id
  const stored = { calling: true, sharing: true, since: school.time.now }
  sessionStorage.setItem(`call ${room}`, JSON.stringify(stored))
  // The page is loaded anew, with a socket to this school.
  vi.resetModules()
  const { openScreen } = await import('../open-screen.tsx')
  const open = () => openScreen(school, { as: 'student', at: `/call/${room}` })
  return { school, room, student: home.student, reviewer: home.reviewer, open }
}
