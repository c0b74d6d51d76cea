import styles from './avatar.module.css'

/** A person's initials on a colour made from their id, the same wherever they appear. */
export function Avatar({
  person,
  size = 40,
}: {
  person: { _id: string; name: string }
  size?: number
}) {
  const background = `hsl(${hueOf(person._id)} 45% 32%)`
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.4, background }}
      aria-hidden="true"
    >
      {initialsOf(person.name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return (first + last).toUpperCase()
}

function hueOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 360
  return sum
}
