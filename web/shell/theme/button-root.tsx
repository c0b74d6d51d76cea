import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * What the library's buttons are drawn as. One that waits takes no press and submits no form, and
 * yet is not `disabled`: the browser would take the focus away from it.
 */
export function ButtonRoot({ type = 'button', ...props }: Props) {
  const waits = props['data-loading'] && !props['data-disabled']
  return <button type={type} {...props} {...(waits && waiting)} />
}

const waiting = {
  disabled: false,
  'aria-disabled': true,
  'aria-busy': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
}
