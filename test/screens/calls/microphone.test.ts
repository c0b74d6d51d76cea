import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { shareVideoLabel } from '#contract/calls/calls.ts'
import { choose, press } from '../actions.ts'
import { startDemoSchool } from '../school.ts'
import { plugInDevices } from './devices.ts'
import { openCall } from './open-call.ts'

test('a microphone that was unplugged during the call can be turned on again', async () => {
  const devices = plugInDevices()
  devices.start()
  await openCall()
  await press(shareVideoLabel)
  await screen.findByRole('button', { name: 'Mute' })
  devices.unplugMicrophone()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull())
  await press('Turn the microphone on')
  await screen.findByRole('button', { name: 'Mute' })
  expect(devices.running()).toEqual(expect.arrayContaining(['audio', 'video']))
})

test('while devices are checked, a microphone that was unplugged can be chosen again', async () => {
  const devices = plugInDevices()
  devices.start()
  // The test above has loaded the page anew.
  const { openScreen } = await import('../open-screen.tsx')
  await openScreen(await startDemoSchool(), { as: 'student', at: '/device-check' })
  await press('Start camera and microphone')
  await screen.findByRole('progressbar', { name: 'Microphone level' })
  devices.unplugMicrophone()
  await screen.findByText(/^No microphone found/)
  await choose('Microphone', 'Built-in microphone')
  await screen.findByRole('progressbar', { name: 'Microphone level' })
})
