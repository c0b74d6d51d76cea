import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import styles from './audit-entries.module.css'
import { formatInstant } from './entry-parts.ts'
import { getChangedFields } from './fields.ts'

type Props = { line: AuditEntry; timeZone: string }

/** What exactly changed, and by which request from where; collapsed until it is opened. */
export function EntryDetails({ line, timeZone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={`${styles.summary} ${styles.atEnd}`}>
        <span className={styles.shown}>Details</span>
      </summary>
      {isOpen && <Details line={line} timeZone={timeZone} />}
    </details>
  )
}

function Details({ line, timeZone }: Props) {
  const { who, at, call, address, requestId } = line
  const now = useNow()
  const fields = getChangedFields(line, timeZone).map(
    ({ name, old, now }) => [name, <Change key={name} line={line} old={old} now={now} />] as const,
  )
  const by = who ? `${who.name} (${who.role}, ${who.email})` : 'unknown'
  return (
    <div className={styles.details}>
      <DescriptionList
        facts={{
          ...Object.fromEntries(fields),
          By: by,
          At: formatInstant(Date.parse(at), now, timeZone),
        }}
      />
      <Text size="xs" c="dimmed" className={styles.technical ?? ''}>
        {[call, address && `from ${address}`, requestId && `request ${requestId}`]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </div>
  )
}

/** The old value is shown only if there was one. */
function Change({ line, old, now }: { line: AuditEntry; old: string; now: string }) {
  if (line.before === null) return now
  if (line.after === null) return <del className={styles.old}>{old}</del>
  return (
    <>
      <del className={styles.old}>{old}</del> → <ins className={styles.now}>{now}</ins>
    </>
  )
}
