import styles from './avatar.module.css'

type Props = { person: { _id: string; name: string }; size?: number }

/** A person's initials on a colour derived from their id. */
export function Avatar({ person, size = 40 }: Props) {
  const background = `hsl(${getHue(person._id)} 45% 32%)`
  return (
    <span
      aria-hidden="true"
      className={styles.avatar}
      // Decorative: the name stands beside it.
      data-initials={getInitials(person.name)}
      style={{ width: size, height: size, fontSize: size * 0.4, background }}
    />
  )
}

function getInitials(name: string): string {
  // By code points: some characters are two UTF-16 units.
  const firsts = name.split(/\s+/).flatMap((word) => [...word].slice(0, 1))
  const [first = '?'] = firsts
  const last = firsts.length > 1 ? (firsts.at(-1) ?? '') : ''
  return (first + last).toUpperCase()
}

function getHue(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 360
  return sum
}
