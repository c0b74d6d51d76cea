import type { UnsubscribableMail } from '../../kit/kinds/mail-kind.ts'
import { batchedKinds, notificationDefinitions } from '../../notifications.ts'

/** What the page calls what is stopped; a mail of several of which is not known which, all it can hold. */
export function getUnsubscribedLabels(kinds: readonly UnsubscribableMail[]): string[] {
  return kinds.flatMap((kind) => {
    if (kind === 'weekly-summary') return 'The weekly summary'
    const coveredKinds = kind === 'several-notices' ? batchedKinds : [kind]
    return coveredKinds.map((one) => notificationDefinitions[one].label)
  })
}
