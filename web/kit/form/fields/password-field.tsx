import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { EyeIcon, EyeOffIcon } from '../../ui/icons/eye-icons.tsx'

/** Whether what is typed can be read, and how to change that. */
type Shown = ReturnType<typeof useState<boolean>>

type Props = TextInputProps & {
  /** Of fields that stand together: they are shown together, by the button in the last of them. */
  shown?: Shown
  isLast?: boolean
}

/** A password; a button behind it, which the keyboard reaches too, shows what is typed. */
export function PasswordField({ shown, isLast = true, ...props }: Props) {
  const own = useState<boolean>()
  const [isShown = false, show] = shown ?? own
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      aria-invalid={props.error ? true : undefined}
      rightSection={
        isLast && (
          <ActionIcon
            aria-label="Show what you type"
            aria-pressed={isShown}
            color="gray"
            // Who presses it goes on typing.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => show(!isShown)}
          >
            {isShown ? <EyeOffIcon /> : <EyeIcon />}
          </ActionIcon>
        )
      }
    />
  )
}
