import type { NoShowRole } from '#contract/kit/kinds/history-kind.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { reportNoShow } from '#contract/reviews/scheduling/no-show.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useLeavePageFirst } from './use-leave-page-first.ts'

export function getNoShowLabel(who: NoShowRole): string {
  return who === 'student' ? 'Student did not come' : 'Reviewer did not come'
}

/** Asks to confirm a no-show and records it; resolves to whether it was recorded. */
export function useRecordNoShow(role: RoleAbleTo<'report no-shows'>) {
  const { mutateAsync } = useApiMutation(reportNoShow[role], useLeavePageFirst(role))

  return async (
    { _id: reviewId, student, reviewer }: Review,
    who: NoShowRole,
  ): Promise<boolean> => {
    const name = who === 'student' ? student.name : (reviewer?.name ?? 'The reviewer')
    const sure = await openConfirmDialog({
      title: getNoShowLabel(who),
      text: `Record that ${name} did not come? It stays in the history of this review. The slot counts as used, and the review needs another one. This cannot be undone.`,
      confirm: 'Yes, record it',
      isDestructive: true,
    })
    if (!sure) return false
    try {
      const { message } = await mutateAsync({ body: { value: { reviewId, who } } })
      toastSuccess(message)
      return true
    } catch (error) {
      toastServerErrorMessage(error)
      return false
    }
  }
}
