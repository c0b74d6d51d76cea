import { Stack, type StackProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type Props = ComponentProps<'form'> & Pick<StackProps, 'gap'>

/** A form whose parts stand below each other. Its own messages replace those of the browser. */
export function FormStack({ gap = 'md', children, ...form }: Props) {
  return (
    <form noValidate {...form}>
      <Stack gap={gap}>{children}</Stack>
    </form>
  )
}
