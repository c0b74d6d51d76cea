import { Link } from 'react-router'
import {
  type HealthCheckName,
  type HealthCheckResult,
  healthCheckLabels,
  healthManualPages,
} from '#contract/health.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { formatTimes } from '#web/kit/ui/dates/clock.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import styles from './health-lines.module.css'

/** The screen with the details or the setting for a check. */
const linkByCheck: Partial<Record<HealthCheckName, { to: string; label: string }>> = {
  'mail-server': { to: paths.schoolSettings, label: 'School settings' },
  'mails-waiting': { to: paths.mailsIn('waiting'), label: 'See the mails' },
  'mails-failed': { to: paths.mailsIn('failed'), label: 'See the mails' },
  webhooks: { to: paths.webhooks, label: 'See the webhooks' },
}

/** The results of some health checks, with advice; nothing if there are none. */
export function HealthLines({ title, lines }: { title: string; lines: HealthCheckResult[] }) {
  if (lines.length === 0) return null
  return (
    <SectionCard title={title}>
      <ul className={styles.lines}>
        {lines.map(({ check, isFine, said, todo }) => (
          <li key={check} className={styles.line}>
            <h3>{healthCheckLabels[check]}</h3>
            <div className={styles.state}>
              <StatePill sign={isFine ? 'empty' : 'full'} {...(!isFine && { colour: 'red' })}>
                {isFine ? 'OK' : 'To fix'}
              </StatePill>
            </div>
            <div className={styles.words}>
              <p>{formatTimes(said)}</p>
              {todo !== null && (
                <>
                  <p className={styles.todo}>
                    {formatTimes(todo)} <PlaceLink check={check} />
                  </p>
                  <p className={styles.manual}>
                    <ManualLink page={healthManualPages[check]} />
                  </p>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function PlaceLink({ check }: { check: HealthCheckName }) {
  const place = linkByCheck[check]
  return place && <Link to={place.to}>{place.label}</Link>
}
