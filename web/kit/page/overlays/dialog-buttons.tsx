import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormStack } from '../../form/form-stack.tsx'

type Props = {
  close: () => void
  cancel?: string
  /** The main button; without `onPress` it submits the form. */
  label: string
  onPress?: () => void
  busy: boolean
  disabled?: boolean
  isDangerous?: boolean
}

/** The two buttons at the end of a dialog. */
export function DialogButtons({
  close,
  cancel = 'Cancel',
  label,
  onPress,
  busy,
  disabled = false,
  isDangerous = false,
}: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {cancel}
      </Button>
      <Button
        loading={busy}
        disabled={disabled}
        {...(onPress ? { onClick: onPress } : { type: 'submit' as const })}
        {...(isDangerous && { bg: 'var(--state-red-text)', c: 'var(--card)' })}
      >
        {label}
      </Button>
    </Group>
  )
}

type FormProps = Omit<Props, 'onPress'> & {
  onSubmit: ComponentProps<'form'>['onSubmit']
  children: ReactNode
}

/** A form in a dialog, which ends in the two buttons. */
export function DialogForm({ onSubmit, children, ...buttons }: FormProps) {
  return (
    <FormStack onSubmit={onSubmit}>
      {children}
      <DialogButtons {...buttons} />
    </FormStack>
  )
}
