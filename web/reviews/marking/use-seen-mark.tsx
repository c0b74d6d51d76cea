import { Alert } from '@mantine/core'
import { useState } from 'react'
import { markRefusals } from '#contract/reviews/marking.ts'
import { listReviews, type Mark, type Review } from '#contract/reviews/reviews.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { queryClient } from '#web/kit/api/hooks.ts'

/** The marks that a review was given; null of none. */
const getSeenMark = ({ status, mark }: Review) => (status === 'conducted' ? mark : null)

/**
 * The marks that a form would replace, to be sent as `seen`, and a warning once they are others than
 * `initial`, when the form was opened.
 */
export function useSeenMark(review: Review, initial = getSeenMark(review)) {
  const [opened] = useState(initial)
  const seen = getSeenMark(review)
  const isSame =
    seen?.code === opened?.code &&
    seen?.theory === opened?.theory &&
    seen?.weekStatus === opened?.weekStatus
  return {
    seen,
    opened,
    warning: !isSame && seen && <ChangedMeanwhile mark={seen} />,
    /** Fetches the marks that a refused call would have replaced. */
    refetchIfChanged(error: unknown) {
      if (!isRefusedWith(error, markRefusals.changed)) return
      void queryClient.invalidateQueries({ queryKey: [listReviews.reviewer.path] })
    },
  }
}

function ChangedMeanwhile({ mark: { code, theory, weekStatus } }: { mark: Mark }) {
  return (
    <Alert color="orange" variant="default" role="alert">
      The marks were changed meanwhile: code {code}, theory {theory}
      {weekStatus && `, ${weekStatus}`}. Saving yours replaces them.
    </Alert>
  )
}
