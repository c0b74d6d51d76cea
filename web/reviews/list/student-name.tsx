import { Avatar } from '#web/kit/look/avatar.tsx'
import { Clipped } from '#web/kit/look/clipped.tsx'
import styles from './student-name.module.css'

type Props = {
  student: { _id: string; name: string }
  /** What is said beside the avatar, where it is more than the name. */
  text?: string
}

/** The student of a row: avatar and name. */
export function StudentName({ student, text = student.name }: Props) {
  return (
    <span className={styles.name}>
      <Avatar person={student} size={28} />
      <Clipped text={text} />
    </span>
  )
}
