import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'
import { motionMs } from '../../ui/motion-duration.ts'
import styles from './segmented-field.module.css'

type Props<Value extends string> = SegmentedControlProps<Value> & {
  /** For many options with short labels. */
  isNarrow?: boolean
}

/** A segmented control: one of a few options, side by side. */
export function SegmentedField<Value extends string>({ isNarrow, ...props }: Props<Value>) {
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
