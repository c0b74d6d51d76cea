import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { makeIcon } from '#web/kit/ui/icons/icon.tsx'

/** Whether the password is visible, and the setter. */
type Shown = ReturnType<typeof useState<boolean>>

type Props = TextInputProps & {
  /** Shared by fields that are shown together, by the button in the last of them. */
  shown?: Shown
  isLast?: boolean
}

/** A password field with a button to show the password, which the keyboard reaches too. */
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
            // The field keeps the focus.
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

const eye = (
  <>
    <path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z" />
    <circle cx="12" cy="12" r="2.5" />
  </>
)
const EyeIcon = /* @__PURE__ */ makeIcon(eye)
const EyeOffIcon = /* @__PURE__ */ makeIcon(
  <>
    {eye}
    <path d="M5 4l14 16" />
  </>,
)
