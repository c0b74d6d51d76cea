import { paths } from '#web/paths.ts'
import { NotFoundPage } from '#web/shell/errors/not-found-page.tsx'
import { ManualLayout } from './manual-layout.tsx'

/** The error for an unknown page of the manual. */
export function NoManualPage() {
  return (
    <ManualLayout>
      <NotFoundPage wayOn={{ label: 'Go to the manual', to: paths.manual }} />
    </ManualLayout>
  )
}
