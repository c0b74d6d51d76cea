import type { UnsubscribableMailKind } from '../../kit/kinds/mail-kind.ts'
import { batchedKinds, notificationDefinitions } from '../notifications.ts'

/**
 * Labels for the kinds that a mail's unsubscribe link stops. A batch of unknown content stops all
 * kinds it could contain.
 */
export function getUnsubscribedLabels(kinds: readonly UnsubscribableMailKind[]): string[] {
  return kinds.flatMap((kind) => {
    if (kind === 'weekly-summary') return 'The weekly summary'
    const coveredKinds = kind === 'several-notices' ? batchedKinds : [kind]
    return coveredKinds.map((one) => notificationDefinitions[one].label)
  })
}
