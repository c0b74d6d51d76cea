import { listDomains } from '#contract/domains/domains.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'

/** All domains as options of a filter, after the value that stands for all of them. */
export function useDomainOptions(all: string) {
  const { data: domains = [] } = useApiQuery(listDomains)
  return [
    { value: all, label: 'All domains' },
    ...domains.map(({ _id, name, isArchived }) => ({
      value: _id,
      label: isArchived ? `${name} (archived)` : name,
    })),
  ]
}
