import type { ComponentProps, MouseEvent } from 'react'

type Props = ComponentProps<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of the library's buttons. While loading it ignores clicks and does not submit, but is
 * not `disabled`: that would lose the focus.
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
