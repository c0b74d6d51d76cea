import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { callRefusals, waitingForMessages } from '#contract/calls/calls.ts'
import { somethingWentWrongMessage } from '#contract/kit/refusal.ts'
import { getHome } from '#contract/reviews/reviews.ts'
import { makeRefuseRows } from '../../databases/refuse-rows.ts'
import { press } from '../actions.ts'
import { startListeningSchool } from '../school.ts'
import { plugInCamera } from './camera.ts'

// A page that is loaded anew, with a socket of its own.
beforeEach(() => void vi.resetModules())

/** The call of the demo student, who reloads the page while sharing the camera. */
async function reloadInCall() {
  const school = await startListeningSchool()
  const home = await school.call(getHome, { token: await school.tokenOf('student') })
  if (!('_id' in home)) throw new Error('The demo student has no review')
  const room = home._id
  const camera = plugInCamera()
  const { openScreen } = await import('../open-screen.tsx')
  const stored = { calling: true, sharing: true, since: school.time.now }
  sessionStorage.setItem(`call ${room}`, JSON.stringify(stored))
  const open = () => openScreen(school, { as: 'student', at: `/call/${room}` })
  return { school, room, student: home.student, camera, open }
}

test('a person who cannot rejoin the call is no longer seen, and can try again', async () => {
  const { school, student, camera, open } = await reloadInCall()
  await open()
  await screen.findByText(waitingForMessages.reviewer)
  camera.start()
  await screen.findByLabelText('Your own video')
  expect(camera.states()).toContain('live')
  const joins = { table: 'call_participants', column: 'turn', allowed: 'is null' }
  const { refuse, allow } = makeRefuseRows(school, joins)
  await refuse()
  school.context.live.end({ personId: student._id })
  await screen.findByText(somethingWentWrongMessage)
  expect(camera.states()).toEqual(['ended'])
  await allow()
  await press('Try again')
  await screen.findByText(waitingForMessages.reviewer)
})

test('after a review is over, a camera that starts late is not left on', async () => {
  const { school, room, camera, open } = await reloadInCall()
  const { db } = school.context
  const over = { status: 'conducted', closed_at: school.time.now } as const
  await db.updateTable('reviews').set(over).where('id', '=', room).execute()
  await open()
  await screen.findByText(callRefusals.over.message)
  camera.start()
  await waitFor(() => expect(camera.states()).toEqual(['ended']))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
