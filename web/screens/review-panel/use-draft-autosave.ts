import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { ReviewDraft } from '#contract/calls/draft.ts'
import { changesPerMinute } from '#contract/limits.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { saveReviewDraft } from './save-review-draft.ts'

/**
 * Nothing is lost beyond what is typed in so short a time; and whoever types slowly makes half as
 * many calls a minute as a person may.
 */
const typingMs = 60_000 / (changesPerMinute / 2)

export type DraftAutosave = ReturnType<typeof useDraftAutosave>

/** Keeps what is typed on the server, a moment after each change. */
export function useDraftAutosave(review: string, initial: ReviewDraft) {
  const draft = useRef(initial)
  const last = useRef<Promise<void>>(Promise.resolve())
  const [said, setSaid] = useState('')

  async function send() {
    const sent = draft.current
    try {
      await saveReviewDraft(review, sent)
      // What has been typed meanwhile is still to be saved.
      if (draft.current === sent) setSaid('Draft saved')
    } catch (error) {
      logFailure('the draft was not saved', error)
      setSaid('The draft is not saved: it is tried again with the next change')
    }
  }

  const keep = useDebouncedCallback(
    () => {
      // One after another, so that an older draft never comes last.
      last.current = last.current.then(send)
    },
    { delay: typingMs, flushOnUnmount: true },
  )

  return {
    /** What became of the last change, for the screen. */
    said,

    change(part: Partial<ReviewDraft>): void {
      draft.current = { ...draft.current, ...part }
      setSaid('')
      keep()
    },

    /** Before a part is submitted: it is no draft any more, and none is on its way. */
    async endDraft(part: keyof ReviewDraft): Promise<void> {
      keep.flush()
      draft.current = { ...draft.current, [part]: null }
      await last.current
      setSaid('')
    },
  }
}
