import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { callRefusals, waitingForMessages } from '#contract/calls/calls.ts'
import { somethingWentWrongMessage } from '#contract/kit/refusal.ts'
import { makeRefuseRows } from '../../databases/refuse-rows.ts'
import { press } from '../actions.ts'
import { plugInDevices } from './devices.ts'
import { reloadInCall } from './reload-in-call.ts'

test('a person who cannot rejoin the call is no longer seen, and can try again', async () => {
  const { school, student, open } = await reloadInCall()
  const devices = plugInDevices()
  await open()
  await screen.findByText(waitingForMessages.reviewer)
  devices.start()
  await screen.findByLabelText('Your own video')
  expect(devices.running()).toContain('video')
  const joins = { table: 'call_participants', column: 'turn', allowed: 'is null' }
  const { refuse, allow } = makeRefuseRows(school, joins)
  await refuse()
  school.context.live.end({ personId: student._id })
  await screen.findByText(somethingWentWrongMessage)
  expect(devices.running()).toEqual([])
  await allow()
  await press('Try again')
  await screen.findByText(waitingForMessages.reviewer)
})

test('after a review is over, a camera that starts late is not left on', async () => {
  const { school, room, open } = await reloadInCall()
  const devices = plugInDevices()
  const { db } = school.context
  const over = { status: 'conducted', closed_at: school.time.now } as const
  await db.updateTable('reviews').set(over).where('id', '=', room).execute()
  await open()
  await screen.findByText(callRefusals.over.message)
  devices.start()
  await waitFor(() => expect(devices.running()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
