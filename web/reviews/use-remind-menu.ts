import {
  findReminderRecipient,
  remindResponsiblePerson,
} from '#contract/notifications/send-reminder.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import type { AdvisorOrAdmin } from './api.ts'

/** The menu entry that reminds the person who acts next, unless that is the viewer. */
export function useRemindMenu(viewerRole: AdvisorOrAdmin): (review: Review) => MenuEntry[] {
  const { mutateAsync } = useApiMutation(remindResponsiblePerson[viewerRole])
  const remind = (reviewId: string) => toastReply(mutateAsync({ body: { value: { reviewId } } }))

  return (review) => {
    const person = findReminderRecipient(review, viewerRole)
    if (!person) return []
    return [{ label: `Remind ${person.name}`, onClick: () => void remind(review._id) }]
  }
}
