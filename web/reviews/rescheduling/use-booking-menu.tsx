import {
  findReminderRecipient,
  remindResponsiblePerson,
} from '#contract/notifications/send-reminder.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import {
  getPossibleChanges,
  type ScheduleChange,
} from '#contract/reviews/scheduling/possible-changes.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { isAble, type RoleAbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { openAddToCalendar } from './add-to-calendar.tsx'
import { openScheduleForm } from './admin-schedule-form.tsx'
import { openCancelForm } from './cancelling/cancel-booking-form.tsx'
import { getNoShowLabel, useRecordNoShow } from './cancelling/use-record-no-show.ts'
import { RescheduleRequestForm } from './request/reschedule-request-form.tsx'

/** The menu entries for changing a review's time. */
export function useBookingMenu(
  review: Review | undefined,
  role: RoleAbleTo<'report no-shows'>,
): MenuEntry[] {
  const now = useNow()
  const reportNoShow = useRecordNoShow(role)
  const remind = useRemindMenu(role === 'admin' ? role : 'advisor')
  if (!review) return []

  const entries: Partial<Record<ScheduleChange, MenuEntry>> = {
    move: {
      label: 'Move…',
      ...(role === 'admin'
        ? { onClick: () => openScheduleForm(review) }
        : { to: paths.scheduleReview(review._id) }),
    },
    'no student': {
      label: getNoShowLabel('student'),
      onClick: () => void reportNoShow(review, 'student'),
    },
    'no reviewer': {
      label: getNoShowLabel('reviewer'),
      onClick: () => void reportNoShow(review, 'reviewer'),
    },
    ask: {
      label: 'Request reschedule…',
      onClick: () =>
        openContentDialog('Request reschedule', (close) => (
          <RescheduleRequestForm review={review} close={close} />
        )),
    },
    ...(role !== 'student' && {
      cancel: {
        label: 'Cancel booking…',
        onClick: () => openCancelForm({ review, role }),
      },
    }),
  }
  const addToCalendar: MenuEntry | undefined =
    role === 'admin'
      ? undefined
      : { label: 'Add to calendar…', onClick: () => openAddToCalendar({ review, role }) }
  return [
    ...getPossibleChanges(review, role, now).flatMap((change) => entries[change] ?? []),
    ...(isAble('decide weeks', role) ? remind(review) : []),
    ...(addToCalendar && isAhead(review, now) ? [addToCalendar] : []),
  ]
}

/** Whether a review's slot has not started. */
function isAhead({ startsAt, ...review }: Review, now: number): boolean {
  return canBeHeld(review) && startsAt !== null && Date.parse(startsAt) > now
}

/** The menu entry that reminds the person who acts next, unless that is the viewer. */
function useRemindMenu(viewerRole: AdvisorOrAdmin): (review: Review) => MenuEntry[] {
  const { mutateAsync } = useApiMutation(remindResponsiblePerson[viewerRole])
  const remind = (reviewId: string) => toastReply(mutateAsync({ body: { value: { reviewId } } }))

  return (review) => {
    const person = findReminderRecipient(review, viewerRole)
    if (!person) return []
    return [{ label: `Remind ${person.name}`, onClick: () => void remind(review._id) }]
  }
}
