import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { lastWeek } from '#contract/limits/limits.ts'
import type { DecisionKind } from '#contract/reviews/decision.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import styles from './decision-buttons.module.css'
import type { DecisionProps } from './decision-confirmation.tsx'
import { getNoNextTaskId, lacksNextTask, NoNextTask } from './no-next-task.tsx'

const labels: Record<DecisionKind, string> = { 'week-repeat': 'Repeat', 'next-week': 'Next' }

type Look = {
  /** The variant of the button that the marks suggest. */
  suggested?: 'filled' | 'light' | 'default'
  /** Uses short labels on a phone, and leaves the note to the screen. */
  isShort?: boolean
}

/**
 * Buttons to decide how the student continues: repeat the week or start the next one. After the
 * last week of the course, graduating comes first.
 */
export function DecisionButtons({
  suggested = 'filled',
  isShort = false,
  ...props
}: DecisionProps & Look) {
  const { mark, week, isLastWeek } = props.review
  // The question is not needed for the first paint, so it is loaded later.
  const Question = useLazyComponent(
    async () => (await import('./decision-confirmation.tsx')).DecisionConfirmation,
    {
      afterInteraction: true,
    },
  )
  const [asked, setAsked] = useState<DecisionKind>()
  const [isSent, setSent] = useState(false)
  const goesOn = isLastWeek ? 'graduate' : 'next-week'
  const pointedTo = mark.weekStatus === 'Week Repeat' ? 'week-repeat' : goesOn

  function buttonOf(way: DecisionKind) {
    const isAsked = way === asked
    const hasNote = way === 'next-week' && lacksNextTask(props.review)
    return (
      <Button
        variant={way === pointedTo ? suggested : 'default'}
        aria-label={`${labels[way]} week`}
        aria-describedby={hasNote ? getNoNextTaskId(props.review) : undefined}
        loading={isAsked && (isSent || !Question)}
        disabled={isSent && !isAsked}
        onClick={() => setAsked(way)}
      >
        {labels[way]}
        <span className={isShort ? styles.spared : undefined}>&nbsp;week</span>
      </Button>
    )
  }

  return (
    <Group gap={8}>
      {isLastWeek && (
        <GraduateButton variant={pointedTo === 'graduate' ? suggested : 'default'} {...props} />
      )}
      {buttonOf('week-repeat')}
      {week < lastWeek && buttonOf('next-week')}
      {!isShort && <NoNextTask review={props.review} />}
      {Question && asked && (
        <Question
          {...props}
          way={asked}
          onSent={() => setSent(true)}
          onOver={() => {
            setAsked(undefined)
            setSent(false)
          }}
        />
      )}
    </Group>
  )
}

/** The button that ends a student's course as graduated, after a question. */
function GraduateButton({ variant, ...props }: DecisionProps & { variant: string }) {
  const Question = useLazyComponent(
    async () => (await import('./graduation-confirmation.tsx')).GraduationConfirmation,
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
