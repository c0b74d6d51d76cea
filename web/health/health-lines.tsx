import { Card, Title } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { type HealthCheck, type HealthLine, healthNames } from '#contract/health.ts'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'
import { paths } from '#web/paths.ts'
import styles from './health-lines.module.css'

/** Where more is said of mails. */
const mailsOf: Partial<Record<HealthCheck, string>> = {
  'mails-waiting': paths.mailsIn('waiting'),
  'mails-failed': paths.mailsIn('failed'),
}

/** What was found of some things, and what to do; nothing where there are none. */
export function HealthLines({ title, lines }: { title: string; lines: HealthLine[] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      <ul className={styles.lines}>
        {lines.map(({ check, isFine, said, todo }) => (
          <li key={check} className={styles.line}>
            <h3>{healthNames[check]}</h3>
            <div className={styles.state}>
              <StatePill sign={isFine ? 'empty' : 'full'} {...(!isFine && { colour: 'red' })}>
                {isFine ? 'Fine' : 'To do'}
              </StatePill>
            </div>
            <div className={styles.words}>
              <p>{said}</p>
              {todo !== null && (
                <p className={styles.todo}>
                  {todo} {mailsOf[check] && <Link to={mailsOf[check]}>See the mails</Link>}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
