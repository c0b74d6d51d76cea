import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import type { DecisionProps } from './confirm-decision.tsx'

/** The button that ends a student's course as graduated, after a question. */
export function GraduateButton({ variant, ...props }: DecisionProps & { variant: string }) {
  const Question = useLazy(
    async () => (await import('./confirm-graduation.tsx')).ConfirmGraduation,
    { afterInteraction: true },
  )
  const [isAsked, setAsked] = useState(false)
  const [isSent, setSent] = useState(false)
  return (
    <>
      <Button
        variant={variant}
        loading={isAsked && (isSent || !Question)}
        onClick={() => setAsked(true)}
      >
        Graduate
      </Button>
      {Question && isAsked && (
        <Question
          {...props}
          onSent={() => setSent(true)}
          onOver={() => {
            setAsked(false)
            setSent(false)
          }}
        />
      )}
    </>
  )
}
