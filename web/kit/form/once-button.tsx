import { Button, type ButtonProps } from '@mantine/core'
import styles from './once-button.module.css'

type Props = ButtonProps & {
  /** Its label, before and after. */
  text: string
  doneText: string
  /** The person or thing, for the accessible label. */
  to: string
  isDone: boolean
  onPress: () => void
}

/** A button for one action. Once done it shows `doneText`, ignores clicks and keeps the focus. */
export function OnceButton({
  text,
  doneText,
  to,
  isDone,
  loading = false,
  onPress,
  ...rest
}: Props) {
  const said = isDone ? doneText : text
  return (
    <Button
      variant="default"
      {...rest}
      {...(isDone && { px: 0 })}
      // Once done it never loads: the library would disable it, and the focus would be lost.
      loading={loading && !isDone}
      aria-label={`${said}: ${to}`}
      {...(isDone
        ? { 'aria-disabled': true, 'data-disabled': true, className: styles.done ?? '' }
        : { onClick: onPress })}
    >
      {said}
    </Button>
  )
}
