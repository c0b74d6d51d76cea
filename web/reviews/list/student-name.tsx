import { Link } from 'react-router'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Clipped } from '#web/kit/ui/text/clipped.tsx'
import styles from './student-name.module.css'

type Props = {
  student: { _id: string; name: string }
  /** What is said beside the avatar, where it is more than the name. */
  text?: string
  /** What is said beneath, in small. */
  beneath?: string
  /** Where the name leads; nowhere without it. */
  to?: string | undefined
}

/** The student of a row: avatar and name, which goes on in a second line before it is shortened. */
export function StudentName({ student, text = student.name, beneath = '', to }: Props) {
  const said = (
    <>
      <Clipped text={text} lines={2} />
      {beneath && <span className={styles.beneath}>{beneath}</span>}
    </>
  )
  return (
    <span className={styles.name}>
      <Avatar person={student} size={28} />
      {to === undefined ? (
        <span className={styles.said}>{said}</span>
      ) : (
        <Link to={to} className={styles.link}>
          {said}
        </Link>
      )}
    </span>
  )
}
