import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { shareVideoLabel, waitingForMessages } from '#contract/calls/calls.ts'
import { joinRefusals } from '#contract/calls/join-refusals.ts'
import { somethingWentWrongMessage } from '#contract/kit/refusal.ts'
import { makeRefuseRows } from '../../databases/refuse-rows.ts'
import { press } from '../actions.ts'
import { plugInDevices } from './devices.ts'
import { openCall } from './open-call.ts'

test('a person who cannot rejoin the call is no longer seen, and can try again', async () => {
  const devices = plugInDevices()
  devices.start()
  const { school, student } = await openCall()
  await screen.findByText(waitingForMessages.reviewer)
  await press(shareVideoLabel)
  await screen.findByLabelText('Your own video')
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
  const devices = plugInDevices()
  const { school, room, student } = await openCall()
  await screen.findByText(waitingForMessages.reviewer)
  await press(shareVideoLabel)
  const { db, live } = school.context
  const over = { status: 'conducted', closed_at: school.time.now } as const
  await db.updateTable('reviews').set(over).where('id', '=', room).execute()
  live.end({ personId: student._id })
  await screen.findByText(joinRefusals.over.message)
  devices.start()
  await waitFor(() => expect(devices.running()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
