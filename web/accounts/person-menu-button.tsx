import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { Lockout } from '#contract/accounts/lockouts.ts'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { MoreIcon } from '#web/kit/ui/icons/icons.tsx'

export type PersonMenuProps = {
  person: ListedPerson
  listed: AddableRole
  /** The person's lockout after too many failed logins. */
  lock: Lockout | undefined
}

/** Which credentials can be reset. */
export function getPossibleResets({ isProfileVerified, isBlocked, hasSecondFactor }: ListedPerson) {
  return { canSignIn: isProfileVerified && !isBlocked, hasSecondFactor }
}

type Props = { name: string } & ActionIconProps & ComponentProps<'button'>

/** The button that opens a person's menu. */
export function PersonMenuButton({ name, ...button }: Props) {
  return (
    <ActionIcon color="gray" c="inherit" aria-label={`More for ${name}`} {...button}>
      <MoreIcon />
    </ActionIcon>
  )
}
