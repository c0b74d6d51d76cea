import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { getDraft, type ReviewDraft, saveDraft } from '#contract/calls/review-draft.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { changesPerMinute } from '#contract/limits/limits.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { storeDraft } from '#web/feedback/stored-draft.ts'
import { ApiError, callApi } from '#web/kit/api/call-api.ts'
import { queryClient } from '#web/kit/api/hooks.ts'
import { isTemporary } from '#web/kit/api/is-temporary.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'

/**
 * The debounce: little is lost if the page closes, and slow typing makes only half as many calls
 * per minute as the rate limit allows.
 */
const typingMs = 60_000 / (changesPerMinute / 2)
const retryMs = 5 * secondMs

export type DraftAutosave = ReturnType<typeof useDraftAutosave>

/** Saves a draft on the server, a moment after each change and again if that failed. */
export function useDraftAutosave(review: Review, initial: ReviewDraft) {
  const draft = useRef(initial)
  const saved = useRef(initial)
  const last = useRef<Promise<void>>(Promise.resolve())
  const [said, setSaid] = useState('')
  /** The failure of the last save. */
  const [failure, setFailure] = useState<{ isTemporary: boolean }>()

  async function send() {
    const sent = draft.current
    if (sent === saved.current) return
    try {
      await saveReviewDraft(review._id, sent)
      const hasNewMark = sent.mark !== saved.current.mark
      saved.current = sent
      setFailure(undefined)
      // What was typed on the review's page is older.
      if (sent.mark && hasNewMark) storeDraft(review, 'reviewer', { marks: undefined })
      // Newer input is still to be saved.
      if (draft.current === sent) setSaid('Draft saved')
    } catch (error) {
      logFailure('the draft was not saved', error)
      const failed = { isTemporary: !(error instanceof ApiError) || isTemporary(error) }
      setFailure(failed)
      setSaid(
        failed.isTemporary
          ? 'The draft is not saved: it is tried again every few seconds'
          : 'The draft is not saved',
      )
    }
  }

  function enqueue(): void {
    // In order, so that an older draft never overwrites a newer one.
    last.current = last.current.then(send)
  }
  const keep = useDebouncedCallback(enqueue, { delay: typingMs, flushOnUnmount: true })

  const hasFailed = failure !== undefined
  useUnsaved(hasFailed)
  // Once more as the screen is left.
  useEffect(() => (hasFailed ? enqueue : undefined), [hasFailed])
  useEffect(() => {
    if (!failure?.isTemporary) return
    const timer = setTimeout(enqueue, retryMs)
    return () => clearTimeout(timer)
  }, [failure])

  function change(part: Partial<ReviewDraft>): void {
    draft.current = { ...draft.current, ...part }
    setSaid('')
    keep()
  }

  return {
    /** The result of the last save, for the screen. */
    said,

    change,

    /**
     * Submits parts of the draft, which are removed from it first, after saves under way. They are
     * kept again if that fails.
     */
    async submit<T>(parts: (keyof ReviewDraft)[], send: () => Promise<T>): Promise<T> {
      keep.flush()
      if (hasFailed) enqueue()
      const before = draft.current
      for (const part of parts) draft.current = { ...draft.current, [part]: null }
      await last.current
      setSaid('')
      try {
        return await send()
      } catch (error) {
        // Newer input stays.
        const { mark, pendingTask } = draft.current
        change({ mark: mark ?? before.mark, pendingTask: pendingTask ?? before.pendingTask })
        throw error
      }
    },
  }
}

/** Saves the reviewer's draft, which other screens then refetch. Raises ApiError. */
async function saveReviewDraft(review: string, draft: ReviewDraft): Promise<void> {
  await callApi(saveDraft, { body: { id: review, draft } })
  await queryClient.invalidateQueries({ queryKey: [getDraft.path] })
}
