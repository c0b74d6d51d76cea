import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password with a show/hide toggle that the keyboard reaches too. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Show what you type' }}
    />
  )
}
