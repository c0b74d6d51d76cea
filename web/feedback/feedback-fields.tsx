import { Stack, Text, Textarea } from '@mantine/core'
import { useDeferredValue, useRef } from 'react'
import { feedbackMaxLength } from '#contract/limits/reviews.ts'
import { ErrorState, Skeletons } from '#web/kit/page/states.tsx'
import { FeedbackText } from './feedback-text.tsx'
import { Phrases } from './phrases.tsx'
import type { FeedbackDraft } from './use-feedback-draft.ts'

const limits = { autosize: true, minRows: 3, maxRows: 16, maxLength: feedbackMaxLength }

/** The fields for the feedback, with a preview and the reviewer's phrases, and for the note. */
export function FeedbackFields({ draft }: { draft: FeedbackDraft }) {
  const { texts, error, refetch, change } = draft
  const field = useRef<HTMLTextAreaElement>(null)
  const hasCaret = useRef(false)
  const shown = useDeferredValue(texts?.feedback ?? '')
  if (!texts) return error ? <ErrorState error={error} retry={refetch} /> : <Skeletons count={2} />

  /** Inserts a phrase at the caret, or at the end if the field was never used. */
  function insert(phrase: string) {
    const { current } = field
    if (!current) return
    if (!hasCaret.current) current.setSelectionRange(current.value.length, current.value.length)
    const { value, selectionStart, selectionEnd } = current
    const gap = /\S$/.test(value.slice(0, selectionStart)) ? ' ' : ''
    current.setRangeText(gap + phrase, selectionStart, selectionEnd, 'end')
    change({ feedback: current.value.slice(0, feedbackMaxLength) })
    current.focus()
  }

  return (
    <Stack>
      <Textarea
        ref={field}
        label="Feedback to the student (optional)"
        description="You can use Markdown: **bold**, `code`, - lists, > quotes, [links](https://…)"
        {...limits}
        value={texts.feedback}
        onFocus={() => {
          hasCaret.current = true
        }}
        onChange={({ currentTarget }) => change({ feedback: currentTarget.value })}
      />
      <Phrases insert={insert} />
      {shown.trim() !== '' && (
        <div>
          <Text size="sm" fw={500}>
            Preview
          </Text>
          <FeedbackText text={shown} />
        </div>
      )}
      <Textarea
        label="Note for staff (optional)"
        description="Advisor, reviewers and admins read it. Students do not, but can ask the school for it."
        {...limits}
        value={texts.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </Stack>
  )
}
