import { remindAdvisor, remindResponsiblePerson } from '#contract/notifications/send-reminder.ts'
import type { StudentAtRisk } from '#contract/school/at-risk.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { OnceButton } from '#web/kit/form/once-button.tsx'
import { toastReply } from '#web/kit/page/overlays/toast.ts'

type AdvisorProps = { advisor: { _id: string; name: string }; isReminded: boolean }

/** Reminds an advisor of their overdue reviews, once a day. */
export function RemindAdvisorButton({ advisor: { _id, name }, isReminded }: AdvisorProps) {
  const { mutateAsync, isPending } = useApiMutation(remindAdvisor)
  const send = () => mutateAsync({ body: { value: { advisor: _id } } })
  return <Remind to={name} isReminded={isReminded} isPending={isPending} send={send} />
}

export type RemindResponsiblePersonProps = { student: StudentAtRisk; of: { name: string } }

/** Reminds the person who owes marks or a decision for a review, once a day. */
export function RemindResponsiblePersonButton({ student, of }: RemindResponsiblePersonProps) {
  const { mutateAsync, isPending } = useApiMutation(remindResponsiblePerson.admin)
  const send = () => mutateAsync({ body: { value: { reviewId: student.review._id } } })
  const to = `${of.name}, about ${student.name}`
  return <Remind isReminded={student.remindedToday} to={to} isPending={isPending} send={send} />
}

type Props = {
  to: string
  isReminded: boolean
  isPending: boolean
  send: () => Promise<{ message: string }>
}

function Remind({ to, isReminded, isPending, send }: Props) {
  return (
    <OnceButton
      text="Remind"
      doneText="Reminded today"
      to={to}
      isDone={isReminded}
      loading={isPending}
      onPress={() => toastReply(send())}
    />
  )
}
