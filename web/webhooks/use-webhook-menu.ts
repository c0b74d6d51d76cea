import { useNavigate } from 'react-router'
import {
  editWebhook,
  removeWebhook,
  type Webhook,
  type WebhookEdit,
  webhookMessages,
} from '#contract/webhooks/webhooks.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { formatHost } from './format.ts'
import { openWebhookForm, showSecret } from './webhook-form.tsx'

/** What can be done with a webhook beside testing it; nothing until it has loaded. */
export function useWebhookMenu(webhook: Webhook | undefined): MenuEntry[] {
  const navigate = useNavigate()
  const edit = useApiMutation(editWebhook)
  const remove = useApiMutation(removeWebhook)
  if (!webhook) return []
  const { _id, url, off } = webhook
  const host = formatHost(url)

  const save = async (change: Omit<WebhookEdit, '_id'>) => {
    try {
      const { message, secret } = await edit.mutateAsync({ body: { value: { _id, ...change } } })
      if (secret === undefined) toastSuccess(message)
      else showSecret(secret)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  const rollSecret = async () => {
    const text = `Make a new secret for ${host}? For a day events are signed with both, so that you can change the receiver in time.`
    const question = { title: 'Roll secret', text, confirm: 'Yes, make a new one' }
    if (await confirmDialog(question)) await save({ rollSecret: true })
  }

  const switchOff = async () => {
    const text = `Switch off ${host}? Events that wait are given up, and none is kept until you switch it on again.`
    const question = { title: 'Switch off', text, confirm: 'Yes, switch off', isDestructive: true }
    if (await confirmDialog(question)) await save({ isOn: false })
  }

  const takeAway = async () => {
    const text = `Remove ${host}? Its log goes too, and events that wait are not sent.`
    const question = { title: 'Remove webhook', text, confirm: 'Yes, remove', isDestructive: true }
    if (!(await confirmDialog(question))) return
    try {
      await remove.mutateAsync({ body: { value: { _id } } })
      toastSuccess(webhookMessages.removed)
      navigate(paths.webhooks)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return [
    { label: 'Edit', onClick: () => openWebhookForm(webhook) },
    { label: 'Roll secret', onClick: rollSecret },
    off
      ? { label: 'Switch on', onClick: () => save({ isOn: true }) }
      : { label: 'Switch off', onClick: switchOff },
    { label: 'Remove', onClick: takeAway },
  ]
}
