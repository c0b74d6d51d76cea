import { Link } from 'react-router'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import styles from './student-name.module.css'

type Props = {
  student: { _id: string; name: string }
  /** The text next to the avatar; the name by default. */
  text?: string
  /** Small text below. */
  beneath?: string
  /** The link of the name, if any. */
  to?: string | undefined
}

/** A row's student: avatar and name, which may take two lines before it is cut. */
export function StudentName({ student, text = student.name, beneath = '', to }: Props) {
  const said = (
    <>
      <TruncatedText text={text} lines={2} />
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
