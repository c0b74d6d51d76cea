import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { addPerson } from '#contract/accounts/accounts.ts'
import { webhookEvents } from '#contract/webhooks/events.ts'
import { addWebhook } from '#contract/webhooks/webhooks.ts'
import { createDeliverer } from '#server/webhooks/deliverer.ts'
import { unknownHost } from '#test/webhooks/factories.ts'
import { startReceiver } from '#test/webhooks/receiver.ts'
import { answer, choose, fill, follow, press } from '../actions.ts'
import { openScreen } from '../open-screen.tsx'
import { findField, findHeading, findToast } from '../queries.ts'
import { startDemoSchool } from '../school.ts'

/** The page of a webhook of a demo school, and its receiver. */
async function openWebhook() {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const school = await startDemoSchool({ webhookTestOrigin: receiver.origin })
  const token = await school.tokenOf('admin')
  const value = { url: receiver.url, events: webhookEvents }
  const { webhook } = await school.call(addWebhook, { token, body: { value } })
  const add = (name: string, email: string) =>
    school.call(addPerson.student, { token, body: { name, email } })
  async function deliver() {
    const log = { warn() {}, error: expect.fail }
    const deliverer = createDeliverer(school.context, log)
    await deliverer.deliver()
    await deliverer.finish()
    deliverer.close()
  }
  const open = () => openScreen(school, { as: { role: 'admin', token }, at: path })
  const path = `/admin/webhooks/${webhook._id}`
  return { receiver, address: receiver.url.replace('http://', ''), add, deliver, open }
}

async function chooseInMenu(entry: string) {
  await press('More actions')
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

test('a webhook that is removed is gone without an error', async () => {
  const { address, open } = await openWebhook()
  await open()
  await chooseInMenu('Remove')
  await answer(
    `Remove ${address}? Its log is deleted too, and waiting events are not sent.`,
    'Yes, remove',
  )
  await findToast('Webhook removed.')
  await findHeading('Webhooks')
  await screen.findByText(/^No webhooks yet\./)
  expect(screen.queryByText('This webhook does not exist')).toBeNull()
})

test('the page says who added the webhook; a host that cannot be found is saved with a warning', async () => {
  const { open } = await openWebhook()
  await open()
  await screen.findByText(/ by Grace Bennett\.$/)
  await chooseInMenu('Edit')
  await fill(await findField('Address'), `https://${unknownHost}/x`)
  await press('Save')
  await findToast('Webhook saved.')
  await screen.findByText(/Check the address\.$/)
  await findHeading(`${unknownHost}/x`)
  await follow('Webhooks')
  await press('Add webhook')
  await fill(await findField('Address'), `https://${unknownHost}/y`)
  await press('Add')
  await screen.findByText('The webhook was added, but nothing can be sent to it now.')
})

test('the log names whom each event is about, marks what was resent, and shows one state', async () => {
  const { receiver, add, deliver, open } = await openWebhook()
  await add('Nova Lindgren', 'nova@school.test')
  await deliver()
  receiver.answering.status = 500
  await add('Ana Lima', 'ana@school.test')
  await deliver()
  await open()
  receiver.answering.status = 204
  await press('Send again: A student is added: Nova Lindgren')
  await findToast('Delivered.')
  await screen.findByText('Delivered, resent')
  await screen.findByRole('button', { name: 'A student is added: Ana Lima' })
  await choose('State', 'Waiting')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'A student is added: Nova Lindgren' })).toBeNull(),
  )
  await screen.findByRole('button', { name: 'A student is added: Ana Lima' })
})

test('a webhook is below School settings; switching it off and on says so', async () => {
  const { address, open } = await openWebhook()
  await open()
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  expect(menu.getByRole('link', { name: 'School settings' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await chooseInMenu('Turn off')
  await answer(
    `Turn off ${address}? Waiting events are dropped, and new ones are not stored until you turn it on again.`,
    'Yes, turn off',
  )
  await findToast('Webhook turned off.')
  await chooseInMenu('Turn on')
  await findToast('Webhook turned on.')
})
