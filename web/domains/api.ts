import { listDomains } from '#contract/domains.ts'
import { useCall } from '#web/kit/call/query.ts'

/** Every domain by name, to choose from. */
export function useDomains() {
  return useCall(listDomains)
}
