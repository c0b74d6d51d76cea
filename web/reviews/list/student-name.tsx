import { Avatar } from '#web/kit/look/avatar.tsx'
import { Clipped } from '#web/kit/look/clipped.tsx'
import styles from './student-name.module.css'

/** The student of a row: avatar and name. */
export function StudentName({ student }: { student: { _id: string; name: string } }) {
  return (
    <span className={styles.name}>
      <Avatar person={student} size={28} />
      <Clipped text={student.name} />
    </span>
  )
}
