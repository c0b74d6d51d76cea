import { Text } from '@mantine/core'
import { useParams } from 'react-router'
import { z } from 'zod'
import { PendingList, pendingTaskUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { LinesField } from '#web/kit/form/fields/lines-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { ReviewDetails } from './details/review-details.tsx'
import { ReviewGone } from './details/review-gone.tsx'
import { ReviewPage } from './details/review-page.tsx'
import { PendingTaskList } from './details/tasks/pending-task-list.tsx'
import { JoinCallButton } from './join-call-button.tsx'
import { EditButtons } from './marking/edit-buttons.tsx'
import { EditableCard } from './marking/editable-card.tsx'
import { EditableMark } from './marking/editable-mark.tsx'
import { type CallDraft, useCallDraft } from './marking/use-call-draft.ts'
import { isOver } from './timeline/review-phase.ts'

/** A review as its reviewer sees it, with editable marks and pending tasks. */
export function ReviewerReviewPage() {
  const { id = '' } = useParams()
  const query = useReview('reviewer', id, { handlesNotFound: true })
  const now = useNow()
  const owesMarks = (review: Review) => isOver(review, now)
  return (
    <ReviewPage
      query={query}
      viewer="reviewer"
      crumbs={[{ label: 'Reviews List', to: paths.reviewerReviews }]}
      isGone={query.isGone}
      // Unsaved input stays on the screen, so that it can be copied.
      note={query.isGone && <ReviewGone note="This page shows how it was." />}
      action={(review) =>
        canBeHeld(review) && (
          <JoinCallButton
            as="reviewer"
            review={review}
            variant={owesMarks(review) ? 'default' : 'filled'}
          />
        )
      }
    >
      {(review) => (
        <ReviewDetails
          review={review}
          viewer="reviewer"
          mark={<EditableMark review={review} isMain={owesMarks(review)} />}
          pending={<EditablePendingTasks review={review} />}
        />
      )}
    </ReviewPage>
  )
}

const PendingForm = z.object({ pendingTopic: PendingList })

/** The reviewer's pending tasks, which can be edited line by line. */
function EditablePendingTasks({ review }: { review: Review }) {
  const callDraft = useCallDraft(review._id)
  return (
    <EditableCard
      title="Pending tasks"
      editLabel="Edit the pending tasks"
      isEditable={callDraft.isLoaded && !callDraft.isDropping}
      view={
        <>
          <PendingTaskList lines={review.pendingTask} />
          {callDraft.pendingTask && !callDraft.isDropping && (
            <Text>You have unsent pending tasks. Press Edit to continue.</Text>
          )}
        </>
      }
      form={(close) => <LinesForm review={review} callDraft={callDraft} close={close} />}
    />
  )
}

type LinesProps = { review: Review; callDraft: CallDraft; close: () => void }

function LinesForm({ review, callDraft, close }: LinesProps) {
  const update = useApiMutation(updateMark)
  const typedInCall = callDraft.pendingTask?.filter(({ done }) => !done).map(({ text }) => text)
  const lines = typedInCall ?? review.pendingTask
  const { form, submit } = useSchemaForm(PendingForm, {
    pendingTopic: lines.length > 0 ? lines : [''],
  })

  useUnsaved(form.isDirty())

  const save = submit(async ({ pendingTopic }) => {
    await update.mutateAsync({ body: { id: review._id, pendingTopic } })
    toastSuccess(pendingTaskUpdatedMessage)
    close()
  }, toastServerErrorMessage)

  function cancel() {
    close()
    void callDraft.drop('pendingTask')
  }

  return (
    <FormStack onSubmit={save}>
      <LinesField
        title="What is left to do"
        lines={form.values.pendingTopic}
        error={form.errors.pendingTopic}
        lineProps={(index) => form.getInputProps(`pendingTopic.${index}`)}
        add={(index) => form.insertListItem('pendingTopic', '', index)}
        canBeEmpty
        remove={(index) => form.removeListItem('pendingTopic', index)}
        replace={(lines) => form.setFieldValue('pendingTopic', lines)}
      />
      <EditButtons busy={update.isPending} close={cancel} />
    </FormStack>
  )
}
