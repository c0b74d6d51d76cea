import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Lockout } from '#contract/accounts/lockouts.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import { MoreIcon } from '#web/kit/ui/icons/icons.tsx'

export type PersonMenuProps = {
  person: ListedPerson
  listed: Role
  /** The person's lockout after too many failed logins. */
  lock: Lockout | undefined
  /** Called when the person’s invitation has been revoked, before anything is fetched again. */
  onRevoked?: (() => void | Promise<void>) | undefined
}

/** Which credentials can be reset, and whether the person still has only an invitation. */
export function getPossibleActions({
  isProfileVerified,
  isBlocked,
  hasSecondFactor,
}: ListedPerson) {
  return {
    canSignIn: isProfileVerified && !isBlocked,
    hasSecondFactor,
    isInvited: !isProfileVerified,
  }
}

type Props = { name: string } & ActionIconProps & ComponentProps<'button'>

export function PersonMenuButton({ name, ...button }: Props) {
  return (
    <ActionIcon color="gray" c="inherit" aria-label={`More for ${name}`} {...button}>
      <MoreIcon />
    </ActionIcon>
  )
}
