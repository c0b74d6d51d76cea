import { Button, Textarea } from '@mantine/core'
import { useEffect } from 'react'
import { FeedbackReply, feedbackReplySentMessage, replyToFeedback } from '#contract/feedback.ts'
import { feedbackReplyMaxLength } from '#contract/limits/reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { readDraft, storeDraft } from './stored-draft.ts'

/** The student's one reply to the feedback on a review. */
export function ReplyForm({ review }: { review: Review }) {
  const { mutateAsync } = useApiMutation(replyToFeedback)
  const { form, submit } = useSchemaForm(FeedbackReply, { text: '' })
  const { text } = form.values
  useUnsaved(form.isDirty(), 'draft')
  useEffect(() => {
    const { reply } = readDraft(review, 'student') ?? {}
    if (reply !== undefined) form.setValues({ text: reply })
  }, [])
  useEffect(() => {
    if (form.isTouched()) storeDraft(review, 'student', { reply: text || undefined })
  }, [text])

  const send = submit(async ({ text }) => {
    await mutateAsync({ body: { value: { reviewId: review._id, text } } })
    storeDraft(review, 'student', { reply: undefined })
    toastSuccess(feedbackReplySentMessage)
  }, toastServerErrorMessage)

  return (
    <FormStack gap="sm" onSubmit={send}>
      <Textarea
        label="Your reply"
        description="Your reviewer and your advisor read it. You can reply once."
        autosize
        minRows={2}
        maxLength={feedbackReplyMaxLength}
        {...form.getInputProps('text')}
      />
      <div>
        <Button type="submit" variant="default" loading={form.submitting}>
          Send the reply
        </Button>
      </div>
    </FormStack>
  )
}
