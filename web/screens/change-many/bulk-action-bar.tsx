import type { ComponentProps } from 'react'
import { BulkActionsBar } from '#web/accounts/bulk-actions/bulk-actions-bar.tsx'
import { blockEffectsByRole } from '../block-effects.tsx'
import { bulkForms } from './bulk-forms-by-role.tsx'

type Props = Omit<ComponentProps<typeof BulkActionsBar>, 'describeBlock' | 'forms'>

/** The bulk actions of a list of people, with those of other rooms. */
export function BulkActionBar(props: Props) {
  const { listed } = props
  return (
    <BulkActionsBar
      {...props}
      describeBlock={blockEffectsByRole[listed]}
      forms={bulkForms[listed]}
    />
  )
}
