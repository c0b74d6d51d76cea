import { Link } from 'react-router'
import type { ListedPerson } from '#contract/people.ts'
import { rowLinkProps } from '#web/kit/list/table/follow-row.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { InvitationState } from './invitation-state.tsx'
import styles from './people-table.module.css'

type Props = {
  person: ListedPerson
  /** Where the name leads. */
  leadsTo: string
  isLocked: boolean
  /** Where nothing else says so. */
  saysUnverified?: boolean
  /** What is said beside the name stands below it, where there is room for the name alone. */
  isNarrow?: boolean
}

/** A person of a list: avatar, name, and what keeps them from signing in. */
export function PersonName({
  person,
  leadsTo,
  isLocked,
  saysUnverified = false,
  isNarrow = false,
}: Props) {
  return (
    <span className={styles.name}>
      <Avatar person={person} size={28} />
      <span className={(isNarrow ? styles.lines : styles.line) ?? ''}>
        <Link to={leadsTo} className={styles.link} {...rowLinkProps}>
          <TruncatedText text={person.name} />
        </Link>
        <PersonStates {...{ person, isLocked, saysUnverified }} />
        {saysUnverified && person.invitation && <InvitationState invitation={person.invitation} />}
      </span>
    </span>
  )
}

/** What keeps somebody from signing in; nothing where nothing does. */
export function PersonStates({
  person: { isBlocked, isProfileVerified },
  isLocked,
  saysUnverified = false,
}: Omit<Props, 'leadsTo' | 'isNarrow'>) {
  return (
    <>
      {saysUnverified && !isProfileVerified && <StatePill sign="empty">Unverified</StatePill>}
      {isBlocked && <StatePill colour="red">Blocked</StatePill>}
      {isLocked && !isBlocked && <StatePill colour="red">Login locked</StatePill>}
    </>
  )
}
