import { Alert, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type FeedbackWithStaffNote, getFeedback } from '#contract/feedback.ts'
import { markRefusals } from '#contract/reviews/marking.ts'
import { listReviews, type Mark, type Review } from '#contract/reviews/reviews.ts'
import { FeedbackWithReply } from '#web/feedback/feedback-with-reply.tsx'
import { readDraft, type ShownVersion, storeDraft } from '#web/feedback/stored-draft.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { queryClient, useApiQuery } from '#web/kit/api/hooks.ts'
import { AssessedCriteria } from '#web/rubrics/assessed-criteria.tsx'

type Form = {
  /** Whether it began with a draft. */
  hasDraft: boolean
  isUnsaved: boolean
  /** Whether saving replaces the feedback or the note, and the points of criteria. */
  hasTexts: boolean
  hasPoints: boolean
}

/**
 * What a form would replace, to be sent with its marks, and a warning once that is other than when
 * the form was opened, also before a reload.
 */
export function useEditConflict(
  review: Review,
  { hasDraft, isUnsaved, hasTexts, hasPoints }: Form,
) {
  const { _id: id } = review
  const isMarked = review.status === 'conducted'
  const { data } = useApiQuery(
    getFeedback.reviewer,
    { query: { id } },
    { enabled: isMarked, handlesNotFound: true },
  )
  const shown: ShownVersion = isMarked
    ? { mark: review.mark, version: data?.version }
    : { mark: null, version: null }
  const [opened, setOpened] = useState(
    () => (hasDraft && readDraft(review, 'reviewer')?.seen) || shown,
  )
  if (opened.version === undefined && shown.version !== undefined) {
    setOpened({ ...opened, version: shown.version })
  }
  // What the last save replaced, which the page shows until it has fetched what was saved.
  const [replaced, setReplaced] = useState<ShownVersion>()
  const isOld = replaced !== undefined && isSameMark(shown.mark, replaced.mark)
  const mark = isOld ? opened.mark : shown.mark
  const version = shown.version === replaced?.version ? opened.version : shown.version
  const [isRefetching, setRefetching] = useState(false)
  useEffect(() => {
    if (isUnsaved) storeDraft(review, 'reviewer', { seen: opened })
  }, [isUnsaved, opened])

  const hasOtherMark = !isSameMark(mark, opened.mark)
  const hasOtherVersion = opened.version !== undefined && version !== opened.version
  const isOther = hasOtherMark || ((hasTexts || hasPoints) && hasOtherVersion)

  return {
    /** The fields of the call beside the mark. */
    toSend: {
      seen: mark,
      ...((hasTexts || hasPoints) && version && { seenVersion: version }),
    },
    warning: isOther && mark && (
      <ChangedMeanwhile
        mark={mark}
        hasOtherMark={hasOtherMark}
        texts={hasTexts && hasOtherVersion ? data : undefined}
        points={hasPoints && hasOtherVersion ? data : undefined}
      />
    ),
    isRefetching,
    /** Begins anew with what was saved, or with what is shown; no typed marks are left. */
    begin(saved: ShownVersion = shown) {
      setReplaced(shown)
      setOpened(saved)
      storeDraft(review, 'reviewer', { marks: undefined, seen: undefined })
    },
    /** Fetches what a refused call would have replaced. */
    async refetchIfChanged(error: unknown): Promise<void> {
      if (!Object.values(markRefusals).some((one) => isRefusedWith(error, one))) return
      setRefetching(true)
      setReplaced(undefined)
      const paths = [listReviews.reviewer.path, getFeedback.reviewer.path]
      await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
      setRefetching(false)
    },
  }
}

function isSameMark(one: Mark | null, other: Mark | null): boolean {
  return (
    one?.code === other?.code &&
    one?.theory === other?.theory &&
    one?.weekStatus === other?.weekStatus
  )
}

type Stored = {
  mark: Mark
  hasOtherMark: boolean
  /** What is stored in place of typed texts and chosen points. */
  texts: FeedbackWithStaffNote | undefined
  points: FeedbackWithStaffNote | undefined
}

function ChangedMeanwhile({ mark, hasOtherMark, texts, points }: Stored) {
  const { code, theory, weekStatus } = mark
  const marks = `The marks were changed in the meantime: code ${code}, theory ${theory}${weekStatus && `, ${weekStatus}`}.`
  const isWritten = texts && (texts.feedback.trim() !== '' || texts.note.trim() !== '')
  return (
    <>
      <Alert color="orange" variant="default" role="alert">
        {hasOtherMark ? marks : 'The feedback or the points were changed in the meantime.'} Saving
        yours replaces them.
      </Alert>
      {(isWritten || (points && points.rubric.length > 0)) && (
        <Text size="sm" fw={500}>
          Saved version
        </Text>
      )}
      {isWritten && <FeedbackWithReply feedback={{ ...texts, reply: null }} replyTitle="" />}
      {points && <AssessedCriteria criteria={points.rubric} mark={mark} />}
    </>
  )
}
