import { Link } from 'react-router'
import type { CourseOutcome } from '#contract/kit/kinds/course-outcome.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import { rowLinkProps } from '#web/kit/list/table/follow-row.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { InvitationState } from './invitation-state.tsx'
import styles from './people-table.module.css'

type Props = {
  person: ListedPerson
  /** The path of the person's page. */
  leadsTo: string
  isLocked: boolean
  /** Set where nothing else says so. */
  saysUnverified?: boolean
}

/** A listed person: avatar, name, and what keeps them from signing in. */
export function PersonName({ person, leadsTo, isLocked, saysUnverified = false }: Props) {
  return (
    <span className={styles.name}>
      <Avatar person={person} size={28} />
      <span className={styles.lines}>
        <Link to={leadsTo} className={styles.link} {...rowLinkProps}>
          <TruncatedText text={person.name} />
        </Link>
        <PersonStates person={person} isLocked={isLocked} saysUnverified={saysUnverified} />
        {saysUnverified && person.invitation && <InvitationState invitation={person.invitation} />}
      </span>
    </span>
  )
}

const outcomeWords: Record<CourseOutcome, string> = { graduated: 'Graduated', left: 'Left' }

/** What keeps a person from signing in or from taking part; empty if nothing does. */
export function PersonStates({
  person: { isBlocked, isPaused, finished, isProfileVerified },
  isLocked,
  saysUnverified = false,
}: Omit<Props, 'leadsTo'>) {
  return (
    <>
      {saysUnverified && !isProfileVerified && <StatePill sign="empty">Unverified</StatePill>}
      {isBlocked && <StatePill colour="red">Blocked</StatePill>}
      {isPaused && <StatePill>Paused</StatePill>}
      {finished && <StatePill>{outcomeWords[finished]}</StatePill>}
      {isLocked && !isBlocked && <StatePill colour="red">Login locked</StatePill>}
    </>
  )
}
