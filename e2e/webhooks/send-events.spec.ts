import { Webhook } from 'standardwebhooks'
import { addPerson } from '#contract/accounts/accounts.ts'
import { getSignedHeaders } from '#test/webhooks/receiver.ts'
import { checkAppearance } from '../checks/appearance.ts'
import { expect } from '../kit/school.ts'
import { slowTests } from '../kit/tags.ts'
import { answer, toast } from '../steps/actions.ts'
import { chooseFromMenuByKeys, expectFocusKept, pressByKeys, tabTo } from '../steps/keyboard.ts'
import { rows } from '../steps/lists.ts'
import { heading } from '../steps/shell.ts'
import { test } from './with-receiver.ts'

test(
  'by keyboard alone an admin adds a webhook, tests it, and sends an event again',
  { tag: slowTests },
  async ({ page, school, receiver }, { project }) => {
    const see = (screen: string) => checkAppearance(page, `${project.name}-${screen}`)
    const token = await school.enter(page, 'admin', '/admin/school')
    await pressByKeys(
      page,
      page.getByRole('main').getByRole('link', { name: 'Webhooks', exact: true }),
    )
    await expect(heading(page, 'Webhooks')).toBeFocused()
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
    await see('webhooks-none')

    await pressByKeys(page, page.getByRole('button', { name: 'Add webhook' }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await page.keyboard.type('http://hooks.school.test')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Please enter an https:// address')).toBeVisible()
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(receiver.url)
    await tabTo(page, dialog.getByLabel('A person of any role is added'))
    await page.keyboard.press('Space')
    await see('webhook-form')
    await pressByKeys(page, dialog.getByRole('button', { name: 'Add', exact: true }))
    await expect(dialog.getByRole('textbox', { name: 'Secret' })).toBeFocused()
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
    await see('webhook-secret')
    await pressByKeys(page, dialog.getByRole('button', { name: 'Done' }))
    await expect(dialog).toBeHidden()
    await expectFocusKept(page)
    await expect(rows(page, 'Webhooks')).toContainText('17 events')
    await see('webhooks')

    const address = receiver.url.replace('http://', '')
    await pressByKeys(page, page.getByRole('link', { name: address }))
    await expect(heading(page, address)).toBeFocused()
    await pressByKeys(page, page.getByRole('button', { name: 'Send test event' }))
    await expect(toast(page, 'Delivered.')).toBeVisible()
    await expect(rows(page, 'Deliveries')).toContainText('Test event')

    receiver.answering.status = 500
    receiver.answering.body = 'Out of order'
    const person = { name: 'Nova Lindgren', email: 'nova@school.test' }
    await school.call(addPerson.student, { token, body: person })
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    await expect(rows(page, 'Deliveries').first()).toContainText('Responded with 500')
    await see('webhook-failing')
    await pressByKeys(
      page,
      page.getByRole('button', { name: 'A student is added: Nova Lindgren', exact: true }),
    )
    await expect(dialog).toContainText('nova@school.test')
    await expect(dialog).toContainText('Out of order')
    await see('webhook-delivery')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    receiver.answering.status = 204
    await pressByKeys(
      page,
      page.getByRole('button', { name: 'Send again: A student is added: Nova Lindgren' }),
    )
    await expect(rows(page, 'Deliveries').first()).toContainText('Delivered')
    await expectFocusKept(page)
    const last = receiver.received.at(-1)
    if (!last) throw new Error('nothing was sent')
    expect(new Webhook(secret).verify(last.body, getSignedHeaders(last))).toMatchObject({
      type: 'student.added',
      data: person,
    })

    await chooseFromMenuByKeys(page, 'Turn off')
    await answer(
      page,
      `Turn off ${address}? Waiting events are dropped, and new ones are not stored until you turn it on again.`,
      'Yes, turn off',
    )
    await expect(page.getByText('An admin turned it off.')).toBeVisible()
    await see('webhook-off')
    await chooseFromMenuByKeys(page, 'Remove')
    await answer(
      page,
      `Remove ${address}? Its log is deleted too, and waiting events are not sent.`,
      'Yes, remove',
    )
    await expect(heading(page, 'Webhooks')).toBeFocused()
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
  },
)
