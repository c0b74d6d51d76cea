import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ActionBar } from '#web/kit/page/action-bar.tsx'

type Props = {
  /** A description of the selected slot; undefined while none is selected. */
  what: string | undefined
  /** Whether a review is picked. */
  isForSomebody: boolean
  /** Why the last booking failed. */
  failed: string | undefined
  /** Why the selected slot is no longer available. */
  gone: string | undefined
  isSending: boolean
  bookIt: () => void
}

/** The bar at the foot of the panel with the selected slot and the Book button; always in view. */
export function BookingBar({ what, isForSomebody, failed, gone, isSending, bookIt }: Props) {
  const sentence = useRef<HTMLParagraphElement>(null)
  // Takes the focus that was on the removed slot or on the disabled button.
  useEffect(() => {
    const { activeElement } = document
    if (gone && (activeElement === document.body || activeElement?.matches(':disabled')))
      sentence.current?.focus()
  }, [gone])
  return (
    <ActionBar
      message={
        what ? (
          <>
            <span>
              {isForSomebody ? `Books ${what}.` : 'Select a student to book this slot for.'}
            </span>{' '}
            {failed && <span>Not booked. {failed} Press book slot to try again.</span>}
          </>
        ) : (
          gone
        )
      }
      messageRef={sentence}
    >
      {what && (
        <Button loading={isSending} onClick={bookIt}>
          book slot
        </Button>
      )}
    </ActionBar>
  )
}
