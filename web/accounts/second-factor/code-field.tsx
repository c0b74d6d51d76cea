import { TextInput, type TextInputProps } from '@mantine/core'

/** Where a code of the second factor is typed or pasted. */
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
