import { Anchor, Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { HomeReview } from '#contract/reviews/reviews.ts'
import { getPossibleChanges } from '#contract/reviews/scheduling/possible-changes.ts'
import {
  idleBeforePreloadMs,
  loadWhenIdle,
  loadWithRetry,
} from '#web/kit/lazy/load-in-background.ts'
import { playChime } from '#web/kit/live/chime.ts'
import { now } from '#web/kit/live/now.ts'
import { isPreferenceOn, storePreference } from '#web/kit/live/preferences.ts'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { paths } from '#web/paths.ts'

// The dialogs' code is not part of the home's bundle.
const calendarCode = () => import('../../../rescheduling/add-to-calendar.tsx')
const askCode = () => import('../../../rescheduling/request/reschedule-request-form.tsx')

/** Opens a dialog whose code is loaded at the first interaction with the page. */
function useDialog<T>(load: () => Promise<T>, open: (code: T) => void): () => Promise<void> {
  useEffect(() => loadWhenIdle(load, () => {}, { idleMs: idleBeforePreloadMs }), [load])
  return async () => open(await loadWithRetry(load))
}

/**
 * Ways not to miss a review (add it to a calendar, ask for another time, turn on a sound), and what
 * to do if the reviewer does not come.
 */
export function NextReviewLinks({ review }: { review: HomeReview }) {
  const addToCalendar = useDialog(calendarCode, ({ openAddToCalendar }) =>
    openAddToCalendar({ review, role: 'student' }),
  )
  const possible = getPossibleChanges(review, 'student', now())
  return (
    <>
      {possible.includes('no reviewer') && (
        <Anchor component={Link} to={paths.reviewDetails('student', review._id)}>
          Reviewer did not come?
        </Anchor>
      )}
      <Anchor component="button" type="button" onClick={addToCalendar}>
        Add to calendar
      </Anchor>
      {possible.includes('ask') && <AskLink review={review} />}
      <WaitingSound waits={review.reviewerWaits} />
    </>
  )
}

function AskLink({ review }: { review: HomeReview }) {
  const ask = useDialog(askCode, ({ RescheduleRequestForm }) =>
    openContentDialog('Request reschedule', (close) => (
      <RescheduleRequestForm review={review} close={close} />
    )),
  )
  return (
    <Anchor component="button" type="button" onClick={ask}>
      {review.wish ? 'Change reschedule request' : 'Request reschedule'}
    </Anchor>
  )
}

/** Switches the sound on that announces the reviewer, and plays it when they arrive. */
function WaitingSound({ waits }: { waits: boolean }) {
  const [hasSound, setHasSound] = useState(() => isPreferenceOn('waiting-sound'))
  useEffect(() => {
    // Reads the stored setting rather than the state: switching the sound on has just played it.
    if (waits && isPreferenceOn('waiting-sound')) void playChime()
  }, [waits])

  function change(on: boolean) {
    setHasSound(on)
    storePreference('waiting-sound', on)
    if (on) void playChime()
  }

  return (
    <Checkbox
      label="Play a sound when my reviewer joins"
      checked={hasSound}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
