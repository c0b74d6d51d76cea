import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { type Review, WeekStatus } from '#contract/reviews/reviews.ts'
import { readDraft } from '#web/feedback/stored-draft.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { toastIfFails } from '#web/kit/page/overlays/toast.ts'

export type CallDraft = ReturnType<typeof useCallDraft>

/** What the reviewer has typed beside a review's call and not submitted. */
export function useCallDraft(id: string) {
  const query = useApiQuery(getDraft, { query: { id } }, { handlesNotFound: true })
  const save = useApiMutation(saveDraft)
  const draft = query.data?.draft ?? { mark: null, pendingTask: null }
  return {
    ...draft,
    /** False until it was fetched; after the call, a cached one may be older. */
    isLoaded: query.isFetchedAfterMount || !query.isFetching,
    isDropping: save.isPending,
    async drop(part: keyof ReviewDraft): Promise<void> {
      if (draft[part] === null) return
      await toastIfFails(async () => {
        await save.mutateAsync({ body: { id, draft: { ...draft, [part]: null } } })
      })
    },
  }
}

/** What the reviewer has typed and not sent, on the review's page or else beside its call. */
export function readUnsent(review: Review, typedInCall: ReviewDraft['mark']) {
  const stored = readDraft(review, 'reviewer')
  return { ...stored, marks: stored?.marks ?? (typedInCall ? toMarks(typedInCall) : undefined) }
}

function toMarks({ code, theory, weekStatus, rubric }: NonNullable<ReviewDraft['mark']>) {
  return { mark: { code, theory, weekStatus: WeekStatus.catch('').parse(weekStatus) }, rubric }
}
