import { Anchor, Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { changesPossible } from '#contract/reviews/possible.ts'
import type { HomeReview } from '#contract/reviews.ts'
import { isSoundOn, keepSoundOn, playChime } from '#web/kit/live/chime.ts'
import { now } from '#web/kit/live/now.ts'
import { contentDialog } from '#web/kit/page/dialogs.ts'
import { openAddToCalendar } from '../../../plans/add-to-calendar.tsx'
import { AskForm } from '../../../plans/wish/ask-form.tsx'

/** What helps not to miss a review: its slot for one's own calendar, another time, and a sound. */
export function BeforeReview({ review }: { review: HomeReview }) {
  return (
    <>
      <Anchor
        component="button"
        type="button"
        onClick={() => openAddToCalendar({ review, role: 'student' })}
      >
        Add to calendar
      </Anchor>
      {changesPossible(review, 'student', now()).includes('ask') && <AskLink review={review} />}
      <WaitingSound waits={review.reviewerWaits} />
    </>
  )
}

function AskLink({ review }: { review: HomeReview }) {
  const open = (close: () => void) => <AskForm {...{ review, close }} />
  return (
    <Anchor
      component="button"
      type="button"
      onClick={() => contentDialog('Ask for another time', open)}
    >
      {review.wish ? 'Change what you asked for' : 'Ask for another time'}
    </Anchor>
  )
}

/** Switches the sound on that says that the reviewer is in the room; plays it when they come. */
function WaitingSound({ waits }: { waits: boolean }) {
  const [isOn, setIsOn] = useState(() => isSoundOn('waiting-sound'))
  useEffect(() => {
    // What is kept is asked, and not what is shown: whoever switches it on has just heard it.
    if (waits && isSoundOn('waiting-sound')) void playChime()
  }, [waits])

  function change(on: boolean) {
    setIsOn(on)
    keepSoundOn('waiting-sound', on)
    if (on) void playChime()
  }

  return (
    <Checkbox
      label="Play a sound when my reviewer is there"
      checked={isOn}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
