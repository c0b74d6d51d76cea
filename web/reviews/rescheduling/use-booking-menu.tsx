import { Radio, Stack, Text } from '@mantine/core'
import {
  findReminderRecipient,
  remindResponsiblePerson,
} from '#contract/notifications/send-reminder.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { Cancellation, cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import {
  getPossibleChanges,
  type ScheduleChange,
} from '#contract/reviews/scheduling/possible-changes.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { isAble, type RoleAbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useNow } from '#web/kit/live/now.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply, toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { openAddToCalendar } from './add-to-calendar.tsx'
import { openScheduleForm } from './admin-schedule-form.tsx'
import { useLeavePageFirst } from './cancelling/use-leave-page-first.ts'
import { getNoShowLabel, useRecordNoShow } from './cancelling/use-record-no-show.ts'
import { formatBooking } from './format-booking.ts'
import { ReasonField } from './reason-field.tsx'
import { RescheduleRequestForm } from './request/reschedule-request-form.tsx'
import { toastUndoableChange } from './toast-undoable-change.tsx'

/** The menu entries for changing a review's time. */
export function useBookingMenu(
  review: Review | undefined,
  role: RoleAbleTo<'report no-shows'>,
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
        openContentDialog('Request reschedule', (close) => (
          <RescheduleRequestForm review={review} close={close} />
        )),
    },
    ...(role !== 'student' && {
      cancel: {
        label: 'Cancel booking…',
        onClick: () =>
          openContentDialog('Cancel booking', (close) => (
            <CancelForm review={review} role={role} timeZone={timeZone} close={close} />
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

type Props = {
  review: Review
  role: RoleAbleTo<'cancel bookings'>
  timeZone: string
  close: () => void
}

/** Asks for a reason and cancels the booking. */
function CancelForm({ review, role, timeZone, close }: Props) {
  const { _id: reviewId, student } = review
  const cancel = useApiMutation(cancelBooking[role], useLeavePageFirst(role))
  const { form, submit } = useSchemaForm(Cancellation, {
    reviewId,
    reason: '',
    removeSlot: false,
  })
  const booked = formatBooking(review, timeZone)

  const send = submit(async (value) => {
    const { message } = await cancel.mutateAsync({ body: { value } })
    const text = `${student.name}, ${booked}. The review needs another slot`
    toastUndoableChange({ message, text, reviewId, role })
    close()
  }, toastServerErrorMessage)

  return (
    <DialogForm
      onSubmit={send}
      close={close}
      cancel="Keep booking"
      label="Cancel booking"
      busy={cancel.isPending}
      isDangerous
    >
      <Text>
        {student.name} loses the slot {booked} and needs another one. The student, reviewer and
        advisor will see the reason.
      </Text>
      <ReasonField {...form.getInputProps('reason')} />
      {role === 'reviewer' && (
        <Radio.Group
          label="The slot"
          value={form.values.removeSlot ? 'remove' : 'keep'}
          onChange={(which) => form.setFieldValue('removeSlot', which === 'remove')}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="keep" label="Keep the slot open" />
            <Radio value="remove" label="Remove the slot" />
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
  )
}
