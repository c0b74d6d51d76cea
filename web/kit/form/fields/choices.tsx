import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import { motionMs } from '../../ui/motion.ts'
import styles from './choices.module.css'

type Props<Value extends string> = SegmentedControlProps<Value> & {
  /** Whether there are many of them, with little to say. */
  isNarrow?: boolean
}

/** One of a few choices that stand beside each other. */
export function Choices<Value extends string>({ isNarrow, ...props }: Props<Value>) {
  return (
    <SegmentedControl
      {...props}
      data-narrow={isNarrow}
      transitionDuration={motionMs}
      classNames={{
        root: styles.choices ?? '',
        indicator: styles.chosen ?? '',
        label: styles.choice ?? '',
      }}
    />
  )
}
