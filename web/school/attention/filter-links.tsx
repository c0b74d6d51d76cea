import { Group } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { CloseIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './attention-card.module.css'

type Props<Name extends string> = {
  label: string
  /** The search parameter that filters the list: `?risk=overdue`. */
  by: string
  counts: [name: Name, words: string, count: number][]
}

/** Filters of a list as links, each with its count; the address holds the current one. */
export function FilterLinks<Name extends string>({ label, by, counts }: Props<Name>) {
  const [params] = useSearchParams()
  const chosen = params.get(by)
  const addressWith = (name: string | null) => {
    const others = new URLSearchParams(params)
    if (name === null) others.delete(by)
    else others.set(by, name)
    return `?${others}`
  }
  return (
    <Group component="ul" gap={8} mb={8} align="stretch" aria-label={label}>
      {counts
        .filter(([, , count]) => count > 0)
        .map(([name, words, count]) => (
          <li key={name}>
            <Link
              to={addressWith(chosen === name ? null : name)}
              replace
              preventScrollReset
              aria-current={chosen === name ? 'true' : undefined}
              className={styles.choice}
            >
              {words} <strong>{count.toLocaleString('en')}</strong>
              {chosen === name && <CloseIcon size={14} />}
            </Link>
          </li>
        ))}
    </Group>
  )
}
