import { Link } from 'react-router'
import type { ListedPerson } from '#contract/people/people.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { Email } from '#web/kit/ui/text/email.tsx'
import { paths } from '#web/paths.ts'
import styles from './people-table.module.css'

/** The address, and why the last mail was not delivered. */
export function PersonEmail({ person: { email, failedMail } }: { person: ListedPerson }) {
  if (!failedMail) return <Email address={email} />
  return (
    <span className={styles.email}>
      <Email address={email} />
      <Link
        to={paths.mailsTo(email)}
        className={styles.failed}
        title={failedMail.answer}
        aria-label="Email not delivered"
      >
        <StatePill colour="red">Not delivered</StatePill>
      </Link>
    </span>
  )
}
