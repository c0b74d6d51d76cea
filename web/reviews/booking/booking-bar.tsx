import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ActionBar } from '#web/kit/page/action-bar.tsx'

type Props = {
  /** What a press books, in words; undefined while no slot is picked. */
  what: string | undefined
  /** Whether somebody is picked to book it for. */
  isForSomebody: boolean
  /** Why the last press booked nothing. */
  failed: string | undefined
  /** Why the slot that was picked cannot be had any more. */
  gone: string | undefined
  isSending: boolean
  bookIt: () => void
}

/** What will be booked, and the press that does it, at the foot of the panel and always in view. */
export function BookingBar({ what, isForSomebody, failed, gone, isSending, bookIt }: Props) {
  const sentence = useRef<HTMLParagraphElement>(null)
  // The focus comes here where it stood on the slot that is gone, or on its button.
  useEffect(() => {
    const { activeElement } = document
    if (gone && (activeElement === document.body || activeElement?.matches(':disabled')))
      sentence.current?.focus()
  }, [gone])
  return (
    <ActionBar
      says={
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
      saysRef={sentence}
    >
      {what && (
        <Button loading={isSending} onClick={bookIt}>
          book slot
        </Button>
      )}
    </ActionBar>
  )
}
