import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addAbsence, addAbsenceFor, NewAbsence } from '#contract/availability/absences.ts'
import type { SlotRemovalEffects } from '#contract/availability/affected-bookings.ts'
import { noEnd } from '#contract/limits/availability.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import {
  AffectedReviews,
  describeRemoval,
  describeReviewerLeaving,
  formatAffectedReviews,
} from '../affected-reviews.tsx'
import styles from '../availability-page.module.css'
import { ReviewerAbsenceUndo } from './undo-absence.tsx'

type Opened = {
  /** Dates (YYYY-MM-DD): the first that can be chosen, and the initial one. */
  today: string
  date?: string | undefined
  /** The reviewer, if an admin adds the absence; otherwise the signed-in reviewer. */
  reviewer?: { _id: string; name: string }
  /** Whether the reviewer leaves the school: the absence has no end. */
  isLeaving?: boolean
}

/** Opens the form for a new absence, which starts today unless another date is given. */
export function openAbsenceForm(opened: Opened): void {
  const { reviewer, isLeaving } = opened
  const whose = reviewer ? `Add absence for ${reviewer.name}` : 'Add absence'
  const title = isLeaving ? `Record departure of ${reviewer?.name}` : whose
  openContentDialog(title, (close) => <AbsenceForm {...opened} close={close} />)
}

/** Adds an absence. If reviews would lose their slot, it says so first and asks to press again. */
function AbsenceForm({
  today,
  date = today,
  reviewer,
  isLeaving = false,
  close,
}: Opened & { close: () => void }) {
  const addOwn = useApiMutation(addAbsence)
  const addFor = useApiMutation(addAbsenceFor)
  const send = (value: NewAbsence) =>
    reviewer
      ? addFor.mutateAsync({ body: { value: { ...value, reviewer: reviewer._id } } })
      : addOwn.mutateAsync({ body: { value } })
  const [add, confirm] = getButtons(isLeaving)
  const [loss, setLoss] = useState<SlotRemovalEffects>()
  const before = isLeaving ? { to: noEnd, reason: 'Leaves the school' } : { to: date, reason: '' }
  const { form, submit } = useSchemaForm(NewAbsence, { from: date, ...before })
  const button = useDisclosureFocus(loss === undefined, () => form.getInputNode('from'))

  const addIt = submit(async (values) => {
    try {
      const affected = loss ?? (await send({ ...values, confirm: false }))
      if (!loss && (isLeaving || affected.touches.length > 0)) {
        setLoss(affected)
        return
      }
      const done = await send({ ...values, confirm: true })
      const said = formatAffectedReviews(done.touches)
      if (reviewer && done.absence) {
        const undone = { reviewer: reviewer._id, absence: done.absence._id, note: said ?? '' }
        toastSuccess(done.message, <ReviewerAbsenceUndo {...undone} />, undoMs)
      } else toastSuccess(done.message, said)
      close()
    } catch (error) {
      toastServerErrorMessage(error)
      setLoss(undefined)
      throw error
    }
  })

  return (
    <FormStack onSubmit={addIt}>
      {loss ? (
        <>
          <Text>{describeRemoval(loss)}</Text>
          {isLeaving && reviewer && <Text>{describeReviewerLeaving(reviewer.name, loss)}</Text>}
          {loss.touches.length > 0 && <AffectedReviews affected={loss.touches} />}
        </>
      ) : (
        <>
          <div className={isLeaving ? undefined : styles.pair}>
            <TextInput
              label={isLeaving ? 'First day away' : 'First day'}
              type="date"
              min={today}
              {...autoFocusProps}
              {...form.getInputProps('from')}
            />
            {!isLeaving && (
              <TextInput
                label="Last day"
                type="date"
                min={form.values.from}
                {...form.getInputProps('to')}
              />
            )}
          </div>
          <Textarea
            label="Reason"
            description={`Only ${reviewer?.name ?? 'you'} and admins can read it`}
            autosize
            {...form.getInputProps('reason')}
          />
        </>
      )}
      <Group justify="flex-end">
        {loss && (
          <Button variant="default" onClick={() => setLoss(undefined)}>
            Back
          </Button>
        )}
        <Button type="submit" ref={button} loading={addOwn.isPending || addFor.isPending}>
          {loss ? confirm : add}
        </Button>
      </Group>
    </FormStack>
  )
}

/** The labels of the button before and after the effects are shown. */
function getButtons(isLeaving: boolean): [string, string] {
  if (isLeaving) return ['Preview', 'Confirm departure']
  return ['Add absence', 'Confirm absence']
}
