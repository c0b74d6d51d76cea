import { useState } from 'react'
import { PersonMenu } from './person-menu.tsx'
import {
  getPossibleActions,
  PersonMenuButton,
  type PersonMenuProps,
} from './person-menu-button.tsx'

/**
 * The menu of an admin's further actions for a person. It is rendered on the first click: with one
 * per row, long lists scrolled at half the frame rate.
 */
export function PersonActions(props: PersonMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const possible = Object.values(getPossibleActions(props.person))
  if (!possible.includes(true) && !props.lock) {
    // The menu must not open again by itself when actions become available later.
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
