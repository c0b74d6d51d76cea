import { TextInput, type TextInputProps } from '@mantine/core'

export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
