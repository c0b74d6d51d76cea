import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { MarkInput, markUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { FeedbackFields } from '#web/feedback/feedback-fields.tsx'
import { storeDraft } from '#web/feedback/stored-draft.ts'
import { useFeedbackDraft } from '#web/feedback/use-feedback-draft.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { RubricFields } from '#web/rubrics/marking/rubric-fields.tsx'
import { useRubricChoices } from '#web/rubrics/marking/use-rubric-choices.ts'
import { MarkDetails } from '../details/mark-details.tsx'
import { confirmMark } from './confirm-mark.ts'
import { EditButtons } from './edit-buttons.tsx'
import { EditableCard } from './editable-card.tsx'
import { isDecided } from './is-decided.ts'
import { MarkFields } from './mark-fields.tsx'
import { type CallDraft, readUnsent, useCallDraft } from './use-call-draft.ts'
import { useEditConflict } from './use-edit-conflict.tsx'

/**
 * The reviewer's mark, which can be edited with the feedback until the advisor has decided;
 * submitting the form saves both and ends edit mode.
 */
export function EditableMark({ review, isMain }: { review: Review; isMain: boolean }) {
  const isOver = isDecided(review)
  const callDraft = useCallDraft(review._id)
  return (
    <EditableCard
      title="Mark"
      editLabel="Edit the mark"
      isMain={isMain}
      isEditable={!isOver && callDraft.isLoaded && !callDraft.isDropping}
      view={
        <>
          <MarkDetails review={review} />
          {!isOver && !callDraft.isDropping && <Unsent review={review} callDraft={callDraft} />}
        </>
      }
      form={(close) => <MarkForm review={review} callDraft={callDraft} close={close} />}
    />
  )
}

/** Says that there is a draft, each time the view is shown. */
function Unsent({ review, callDraft }: { review: Review; callDraft: CallDraft }) {
  return (
    hasDraft(readUnsent(review, callDraft.mark)) && (
      <Text>You have unsent marks or feedback. Press Edit to continue.</Text>
    )
  )
}

function hasDraft({ marks, feedback, note }: ReturnType<typeof readUnsent>): boolean {
  return [marks, feedback, note].some((part) => part !== undefined)
}

type FormProps = { review: Review; callDraft: CallDraft; close: () => void }

function MarkForm({ review, callDraft, close }: FormProps) {
  const update = useApiMutation(updateMark)
  const isMarked = review.status === 'conducted'
  const { form, submit } = useSchemaForm(MarkInput, {
    code: isMarked ? review.mark.code : '',
    theory: isMarked ? review.mark.theory : '',
    weekStatus: review.mark.weekStatus,
  })

  const [left] = useState(() => readUnsent(review, callDraft.mark))
  const rubric = useRubricChoices(review, form.values, left.marks?.rubric)
  const draft = useFeedbackDraft(review)
  const isEdited = form.isDirty() || rubric.isUnsaved
  const { values } = form
  const { typed } = rubric
  const meanwhile = useEditConflict(review, {
    hasDraft: hasDraft(left),
    isUnsaved: isEdited || draft.typed !== undefined,
    hasTexts: draft.typed !== undefined,
    hasPoints: typed !== undefined,
  })

  useEffect(() => {
    if (left.marks) form.setValues(left.marks.mark)
  }, [])
  useEffect(() => {
    if (isEdited) storeDraft(review, 'reviewer', { marks: { mark: values, rubric: typed } })
  }, [values, typed, isEdited])
  useUnsaved(isEdited, 'draft')

  const dropMarks = () => storeDraft(review, 'reviewer', { marks: undefined, seen: undefined })
  function cancel() {
    draft.drop()
    dropMarks()
    close()
    void callDraft.drop('mark')
  }

  const fields = useRef<HTMLFormElement>(null)
  const hasBegun = useRef(false)
  const begin = () => {
    hasBegun.current = true
  }
  const hasCriteria = rubric.criteria.length > 0
  useEffect(() => {
    // They may load after the form has opened, and stand before the marks. A reviewer who is in a
    // field by then stays there.
    if (hasCriteria && !hasBegun.current && !form.isDirty()) {
      fields.current?.querySelector('input')?.focus()
    }
  }, [hasCriteria])

  const save = submit(async (mark) => {
    if (!(await confirmMark(review, mark))) return
    const value = { mark, ...meanwhile.toSend, ...rubric.toSend(), ...draft.typed }
    await update.mutateAsync({ body: { id: review._id, value } })
    draft.markSent()
    dropMarks()
    toastSuccess(markUpdatedMessage)
    close()
  }, showFailure)

  function showFailure(error: unknown) {
    toastServerErrorMessage(error)
    void meanwhile.refetchIfChanged(error)
    // It may be another rubric by now.
    void rubric.query.refetch()
  }

  return (
    <FormStack
      onSubmit={rubric.submitIfComplete(save)}
      ref={fields}
      onPointerDown={begin}
      onKeyDown={begin}
    >
      <RubricFields rubric={rubric} setMark={form.setFieldValue} />
      <MarkFields field={form.getInputProps} sums={rubric.sums} />
      <FeedbackFields draft={draft} />
      {!update.isPending && meanwhile.warning}
      <EditButtons busy={update.isPending || meanwhile.isRefetching} close={cancel} />
    </FormStack>
  )
}
