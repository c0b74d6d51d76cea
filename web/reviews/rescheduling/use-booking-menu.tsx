import type { Review } from '#contract/reviews/reviews.ts'
import {
  getPossibleChanges,
  type ScheduleChange,
} from '#contract/reviews/scheduling/possible-changes.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { type AbleTo, isAble } from '#contract/roles.ts'
import { useNow } from '#web/kit/live/now.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { useRemindMenu } from '../use-remind-menu.ts'
import { openAddToCalendar } from './add-to-calendar.tsx'
import { CancelForm } from './cancelling/cancel-form.tsx'
import { getNoShowLabel, useRecordNoShow } from './cancelling/use-record-no-show.ts'
import { RescheduleRequestForm } from './request/reschedule-request-form.tsx'
import { openScheduleForm } from './schedule-form.tsx'

/** The menu entries for changing a review's time. */
export function useBookingMenu(
  review: Review | undefined,
  role: AbleTo<'report no-shows'>,
): MenuEntry[] {
  const now = useNow()
  const timeZone = useSchoolZone()
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
        contentDialog('Request reschedule', (close) => (
          <RescheduleRequestForm {...{ review, close }} />
        )),
    },
    ...(role !== 'student' && {
      cancel: {
        label: 'Cancel booking…',
        onClick: () =>
          contentDialog('Cancel booking', (close) => (
            <CancelForm {...{ review, role, timeZone, close }} />
          )),
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
