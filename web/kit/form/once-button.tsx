import { Button, type ButtonProps } from '@mantine/core'
import styles from './once-button.module.css'

type Props = ButtonProps & {
  /** What it does, and what it says once that is done. */
  text: string
  doneText: string
  /** To whom or what it is done, for those who cannot see where it stands. */
  to: string
  isDone: boolean
  onPress: () => void
}

/** A button for what is done once: it says so from then on, takes no press and keeps the focus. */
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
      // One that is done waits for nothing: the library would disable it, and the focus would go.
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
