import { useRef, useState } from 'react'
import { getFeedback, type NewFeedback } from '#contract/feedback.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { readDraft, storeDraft } from './stored-draft.ts'

export type FeedbackDraft = ReturnType<typeof useFeedbackDraft>

/** The feedback and the note that a reviewer edits: as saved, with what is typed and not sent. */
export function useFeedbackDraft(review: Review) {
  const { _id, status } = review
  const isMarked = status === 'conducted'
  const { data, error, refetch } = useApiQuery(
    getFeedback.reviewer,
    { query: { id: _id } },
    // The screen says itself that a review is no longer the reviewer's.
    { enabled: isMarked, handlesNotFound: true },
  )
  const [typed, setTyped] = useState(() => readTexts(review))
  const latest = useRef(typed)
  // Until the saved texts have been fetched again.
  const [sent, setSent] = useState<NewFeedback>()
  const feedback = typed?.feedback ?? data?.feedback ?? sent?.feedback ?? ''
  const note = typed?.note ?? data?.note ?? sent?.note ?? ''
  useUnsaved(typed !== undefined, 'draft')

  function keep(draft: NewFeedback | undefined) {
    latest.current = draft
    setTyped(draft)
    storeDraft(review, 'reviewer', { feedback: undefined, note: undefined, ...draft })
  }

  return {
    /** Undefined until the saved texts are known. */
    texts: isMarked && !data && !sent ? undefined : { feedback, note },
    error,
    refetch,
    /** What is to be sent. */
    typed,
    change: (part: NewFeedback) => keep({ ...typed, ...part }),
    drop: () => keep(undefined),
    /** Drops what was sent; what has been typed since stays. */
    markSent() {
      setSent(typed ?? {})
      keep(omitSent(latest.current, typed))
    },
  }
}

function omitSent(typed: NewFeedback | undefined, sent: NewFeedback = {}): NewFeedback | undefined {
  const rest = {
    ...(typed?.feedback !== sent.feedback && { feedback: typed?.feedback }),
    ...(typed?.note !== sent.note && { note: typed?.note }),
  }
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** The texts of a draft; undefined if it has none. */
function readTexts(review: Review): NewFeedback | undefined {
  const { feedback, note } = readDraft(review, 'reviewer') ?? {}
  if (feedback === undefined && note === undefined) return undefined
  return { feedback, note }
}
