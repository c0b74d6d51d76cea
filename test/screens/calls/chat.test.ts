import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { callClientEvents } from '#contract/calls/calls.ts'
import { openPageSocket } from '../../live-app.ts'
import { fill, press } from '../actions.ts'
import { findField, getTexts } from '../queries.ts'
import { openCall } from './open-call.ts'

test('a message that was lost with the connection appears after the next one is made', async () => {
  const { school, room, student, reviewer, rtc } = await openCall()
  const token = await school.tokenOf('reviewer', reviewer?.email)
  const other = await openPageSocket({ url: location.origin }, token)
  const store = (text: string) => other.send(callClientEvents.chat, { room, text })
  const expectChat = (texts: string[]) =>
    waitFor(() => {
      const lines = within(screen.getByRole('list', { name: 'Chat' })).getAllByRole('listitem')
      expect(getTexts(lines)).toEqual(texts)
    })
  const theirs = (text: string) => `${reviewer?.name} ${text}`
  const own = `${student.name} Hi`

  // In development React opens the call twice, and the first one leaves the room: this rejoins it.
  school.context.live.end({ personId: student._id })
  const cut = await screen.findByText(/^Disconnected from the server/)
  await waitFor(() => expect(cut).not.toBeInTheDocument())
  await other.join(room)
  await press('Call')
  const hear = await rtc.connect()
  await store('Hello')
  hear('Hello')
  await fill(await findField('Message'), 'Hi')
  await press('Send')
  await expectChat([theirs('Hello'), own])
  await store('Are you there?')

  await other.join(room)
  const hearAgain = await rtc.connect()
  await expectChat([theirs('Hello'), own, theirs('Are you there?')])
  await store('Welcome back')
  hearAgain('Welcome back')
  await expectChat([theirs('Hello'), own, theirs('Are you there?'), theirs('Welcome back')])
})
