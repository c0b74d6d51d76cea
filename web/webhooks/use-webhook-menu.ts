import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import {
  editWebhook,
  removeWebhook,
  type Webhook,
  type WebhookEdit,
  webhookMessages,
} from '#contract/webhooks/webhooks.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { openWebhookForm, showSecret } from './webhook-form.tsx'

/**
 * What can be done with a webhook beside testing it; nothing until it has loaded. `forget` stops
 * the screen from asking for a webhook that was removed.
 */
export function useWebhookMenu(webhook: Webhook | undefined, forget: () => void): MenuEntry[] {
  const navigate = useNavigate()
  const edit = useApiMutation(editWebhook)
  const remove = useApiMutation(removeWebhook, async (change) => {
    const reply = await change()
    // Rendered before everything on the screen is fetched again.
    flushSync(forget)
    await navigate(paths.webhooks)
    return reply
  })
  if (!webhook) return []
  const { _id, url, off } = webhook
  const address = redactUrl(url)

  const save = async (change: Omit<WebhookEdit, '_id'>) => {
    await toastIfFails(async () => {
      const { message, secret } = await edit.mutateAsync({ body: { value: { _id, ...change } } })
      if (secret === undefined) toastSuccess(message)
      else showSecret(secret)
    })
  }

  const rollSecret = async () => {
    const text = `Create a new secret for ${address}? For 24 hours events are signed with both secrets, so you have time to update the receiver.`
    const question = { title: 'Create new secret', text, confirm: 'Yes, create it' }
    if (await openConfirmDialog(question)) await save({ rollSecret: true })
  }

  const switchOff = async () => {
    const text = `Turn off ${address}? Waiting events are dropped, and new ones are not stored until you turn it on again.`
    const question = { title: 'Turn off', text, confirm: 'Yes, turn off', isDestructive: true }
    if (await openConfirmDialog(question)) await save({ isOn: false })
  }

  const takeAway = async () => {
    const text = `Remove ${address}? Its log is deleted too, and waiting events are not sent.`
    const question = { title: 'Remove webhook', text, confirm: 'Yes, remove', isDestructive: true }
    if (!(await openConfirmDialog(question))) return
    await toastIfFails(async () => {
      await remove.mutateAsync({ body: { value: { _id } } })
      toastSuccess(webhookMessages.removed)
    })
  }

  return [
    { label: 'Edit', onClick: () => openWebhookForm(webhook) },
    { label: 'Create new secret', onClick: rollSecret },
    off
      ? { label: 'Turn on', onClick: () => save({ isOn: true }) }
      : { label: 'Turn off', onClick: switchOff },
    { label: 'Remove', onClick: takeAway },
  ]
}
