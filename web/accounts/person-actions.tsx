import { useState } from 'react'
import { PersonMenu } from './person-menu.tsx'
import { getPossibleResets, PersonMenuButton, type PersonMenuProps } from './person-menu-button.tsx'

/**
 * What else an admin can do for a person of a role's list: ways back in. The menu is made when it
 * is first asked for: with one in each row a long list scrolled at half the frames.
 */
export function PersonActions(props: PersonMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const { canSignIn, hasSecondFactor } = getPossibleResets(props.person)
  if (!canSignIn && !hasSecondFactor && !props.lock) {
    // When there is something to do again, the menu does not spring open by itself.
    if (isWanted) setWanted(false)
    return null
  }
  if (isWanted) return <PersonMenu {...props} />
  return (
    <PersonMenuButton
      name={props.person.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
}
