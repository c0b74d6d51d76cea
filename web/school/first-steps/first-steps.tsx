import { Button, Card, Text, Title, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { CheckIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './first-steps.module.css'
import { getSteps, type Step } from './steps.ts'

/** The steps of setting up a school, ticked off when done; the next one has the main button. */
export function FirstSteps({ summary }: { summary: SchoolSummary }) {
  const steps = getSteps(summary)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card component="section" withBorder aria-labelledby="first-steps">
      <Title order={2} id="first-steps">
        First steps
      </Title>
      <Text c="dimmed" size="sm">
        {done} of {steps.length} done
      </Text>
      <ol className={styles.steps} aria-labelledby="first-steps">
        {steps.map((step, index) => (
          <OneStep key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  )
}

type StepProps = { step: Step; number: number; isNext: boolean }

function OneStep({ step, number, isNext }: StepProps) {
  const { title, text, label, to, isDone, left, first } = step
  const about = isDone ? left : (first ?? text)
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.sign} aria-hidden="true">
        {isDone ? <CheckIcon /> : number}
      </span>
      <div>
        <Text fw={500}>
          {title}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </Text>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      {!isDone && first === undefined && (
        <Button component={Link} to={to} variant={isNext ? 'filled' : 'default'}>
          {label}
        </Button>
      )}
    </li>
  )
}
