import { Button } from '@mantine/core'
import { mailKindsWithoutSecret } from '#contract/kit/kinds/mail-kind.ts'
import { type ListedMail, mailQueuedMessage, sendMailAgain } from '#contract/mails.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'

/** The id of the button that sends a mail again. */
export const getButtonId = (mail: string) => `again-${mail}`

type Props = {
  mail: ListedMail
  /** Called with the id of the mail that is sent now: a new one if its link was renewed. */
  sent: (mail: string) => void
}

/** Sends a mail again; asks first if that invalidates an older link. */
export function SendAgainButton({ mail, sent }: Props) {
  const again = useApiMutation(sendMailAgain)
  const { _id: id, to, subject, kind } = mail
  const hasLink = !mailKindsWithoutSecret.some((one) => one === kind)

  async function send() {
    if (mail.state !== 'waiting' && mail.kind !== 'test') {
      const sure = await openConfirmDialog({
        title: 'Send Mail',
        text: `Send “${subject}” to ${to} again${hasLink ? ', with a new link? The link in the older email stops working.' : '?'}`,
        confirm: 'Yes, send email',
      })
      if (!sure) return
    }
    try {
      const done = await again.mutateAsync({ body: { id } })
      toastSuccess(mailQueuedMessage)
      sent(done.mail._id)
    } catch (error) {
      toastServerErrorMessage(error)
      sent(id)
    }
  }

  return (
    <Button
      id={getButtonId(id)}
      variant="subtle"
      px="xs"
      loading={again.isPending}
      aria-label={`Send Mail to ${to}`}
      onClick={send}
    >
      Send Mail
    </Button>
  )
}
