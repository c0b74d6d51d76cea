import { Button } from '@mantine/core'
import { type Delivery, resendDelivery } from '#contract/webhooks/deliveries.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { toastError, toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatDelivery, formatResult } from './format.ts'

type Props = { delivery: Delivery; timeZone: string }

/** Sends an event again, with the same id. */
export function SendAgain({ delivery: original, timeZone }: Props) {
  const { _id } = original
  const again = useApiMutation(resendDelivery)

  async function send() {
    try {
      const { message, delivery } = await again.mutateAsync({ body: { value: { _id } } })
      if (delivery.state === 'failed') toastError(message, formatResult(delivery))
      else toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Button
      variant="subtle"
      px="xs"
      loading={again.isPending}
      aria-label={`Send again: ${formatDelivery(original, timeZone)}`}
      onClick={send}
    >
      Send again
    </Button>
  )
}
