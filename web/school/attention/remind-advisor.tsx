import { remindAdvisor } from '#contract/notifications/send-reminder.ts'
import { useChange } from '#web/kit/call/query.ts'
import { OnceButton } from '#web/kit/form/once-button.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'

type Props = { advisor: { _id: string; name: string }; isReminded: boolean }

/** Reminds an advisor of the reviews that are overdue, once a day. */
export function RemindAdvisor({ advisor: { _id, name }, isReminded }: Props) {
  const { mutateAsync, isPending } = useChange(remindAdvisor)

  async function remind() {
    try {
      const { message } = await mutateAsync({ body: { value: { advisor: _id } } })
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <OnceButton
      text="Remind"
      doneText="Reminded today"
      to={name}
      isDone={isReminded}
      loading={isPending}
      onPress={remind}
    />
  )
}
