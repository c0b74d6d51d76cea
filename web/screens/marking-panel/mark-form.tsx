import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ReviewDraft } from '#contract/calls/review-draft.ts'
import { MarkInput, markUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { FeedbackFields } from '#web/feedback/feedback-fields.tsx'
import { useFeedbackDraft } from '#web/feedback/use-feedback-draft.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { confirmMark } from '#web/reviews/marking/confirm-mark.ts'
import { MarkFields } from '#web/reviews/marking/mark-fields.tsx'
import { readUnsent } from '#web/reviews/marking/use-call-draft.ts'
import { useEditConflict } from '#web/reviews/marking/use-edit-conflict.tsx'
import { RubricFields } from '#web/rubrics/marking/rubric-fields.tsx'
import { useRubricChoices } from '#web/rubrics/marking/use-rubric-choices.ts'
import type { DraftAutosave } from './use-draft-autosave.ts'
import type { PendingTasksField } from './use-pending-tasks-field.ts'

type Props = {
  review: Review
  draft: ReviewDraft['mark']
  /** Unsaved pending tasks are submitted with the mark: it would look as if they were. */
  pending: PendingTasksField
  keeper: DraftAutosave
}

/** The marks and the feedback, which can be written during the call. */
export function MarkForm({ review, draft, pending, keeper }: Props) {
  const update = useApiMutation(updateMark)
  const [left] = useState(() => readUnsent(review, draft).marks)
  const { form, submit } = useSchemaForm(MarkInput, left?.mark ?? getMark(review))
  const { values } = form
  const feedback = useFeedbackDraft(review)
  const rubric = useRubricChoices(review, values, left?.rubric)
  const { typed } = rubric
  const isEdited = form.isDirty() || rubric.isUnsaved
  const meanwhile = useEditConflict(review, {
    hasDraft: left !== undefined || feedback.typed !== undefined,
    isUnsaved: isEdited || feedback.typed !== undefined,
    hasTexts: feedback.typed !== undefined,
    hasPoints: typed !== undefined,
  })

  function keep() {
    const { code, theory, weekStatus } = form.getValues()
    const mark = { code: String(code), theory: String(theory), weekStatus }
    keeper.change({ mark: { ...mark, ...(typed && { rubric: typed }) } })
  }
  useEffect(() => {
    if (isEdited) keep()
    // The keeper changes with each render; only the values matter.
  }, [values, typed, isEdited])

  useUnsaved(isEdited, 'draft')

  const save = submit(async (values) => {
    // The schema has checked that the week status is valid.
    const mark = MarkInput.parse(values)
    const { isUnsaved } = pending
    const pendingTopic = isUnsaved ? pending.validate() : undefined
    if (isUnsaved && !pendingTopic) return
    if (!(await confirmMark(review, mark))) return
    const value = { mark, ...meanwhile.toSend, ...rubric.toSend(), ...feedback.typed }
    const body = { id: review._id, value, ...(pendingTopic && { pendingTopic }) }
    const saved = await keeper.submit(pendingTopic ? ['mark', 'pendingTask'] : ['mark'], () =>
      update.mutateAsync({ body }),
    )
    feedback.markSent()
    meanwhile.begin({ mark: saved.review.mark, version: saved.version })
    toastSuccess(markUpdatedMessage)
    form.resetDirty(values)
    rubric.markSaved()
    if (pendingTopic) pending.markSubmitted()
  }, showFailure)

  function showFailure(error: unknown) {
    toastServerErrorMessage(error)
    void meanwhile.refetchIfChanged(error)
    // It may be another rubric by now.
    void rubric.query.refetch()
  }

  const fields = useRef<HTMLFormElement>(null)
  function discard() {
    const mark = getMark(review)
    form.setValues(mark)
    form.resetDirty(mark)
    rubric.drop()
    feedback.drop()
    keeper.change({ mark: null })
    meanwhile.begin()
    fields.current?.querySelector('input')?.focus()
  }

  return (
    <SectionCard title="Mark">
      <FormStack onSubmit={rubric.submitIfComplete(save)} ref={fields}>
        <RubricFields
          rubric={rubric}
          setMark={(part, sum) => form.setFieldValue(part, String(sum))}
        />
        <MarkFields field={form.getInputProps} sums={rubric.sums} />
        <FeedbackFields draft={feedback} />
        {!update.isPending && meanwhile.warning && (
          <>
            {meanwhile.warning}
            <Button variant="default" onClick={discard}>
              Discard mine
            </Button>
          </>
        )}
        <Button type="submit" variant="light" loading={update.isPending || meanwhile.isRefetching}>
          Submit the mark
        </Button>
        {pending.isUnsaved && <Text size="sm">The pending tasks below are saved with it.</Text>}
      </FormStack>
    </SectionCard>
  )
}

function getMark({ status, mark }: Review): MarkInput {
  const isMarked = status === 'conducted'
  return {
    code: isMarked ? String(mark.code) : '',
    theory: isMarked ? String(mark.theory) : '',
    weekStatus: mark.weekStatus,
  }
}
